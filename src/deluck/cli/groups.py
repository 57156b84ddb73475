"""How commands are listed, found and refused: whole summaries in the help, and one sentence for a mistyped line."""

from typing import Any

from typer.core import TyperGroup

from deluck.errors import DeluckError
from deluck.plain_text import choices, nearest, printable

HELP = {"help_option_names": ["-h", "--help"]}
"""The settings of every command: ``-h`` is help, too."""


_EXPECTED = {
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
    "greater_than_equal": "{ge:g} or more",
    "greater_than": "more than {gt:g}",
    "less_than_equal": "{le:g} or less",
    "less_than": "less than {lt:g}",
}
"""What an option takes, by the kind of mistake; the numbers are the mistake's."""


class UsageError(DeluckError):
    """A command line that names no command, or none that can be run."""


class CommandGroup(TyperGroup):
    """Commands whose help is never cut; without a command it shows the help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments, or ask for help if there are none."""
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; one that is not there is an error with the one that was probably meant."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise UsageError(
                f"no command {printable(name)!r} in {ctx.command_path} ({choices(name, self.list_commands(ctx))})"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each command with all of its first sentence."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                rows.append((name, _summary(command.help or "")))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _summary(text: str) -> str:
    """Return the first paragraph of a help text, on one line."""
    return " ".join(text.strip().split("\n\n")[0].split())


def usage_sentence(error: Any) -> str:
    """Return one sentence for a command line that typer cannot make sense of.

    Parameters
    ----------
    error
        An exception of typer's (of click's, in older versions), which knows its message and its context.
    """
    context = getattr(error, "ctx", None)
    option = getattr(error, "option_name", None)
    where = f"; {context.command_path} -h shows what there is" if context is not None else ""
    if option is not None and context is not None and type(error).__name__ == "NoSuchOption":
        known = [name for parameter in context.command.get_params(context) for name in parameter.opts]
        near = nearest(option, [name for name in known if name.startswith("--")])
        meant = f" (did you mean {near[0]}?)" if near else where
        return f"no option {printable(option)} of {context.command_path}{meant}"
    message = " ".join(error.format_message().split()).removesuffix(".")
    message = message.replace("Value error, ", "")
    if hasattr(error.__cause__, "errors"):
        mistake = error.__cause__.errors()[0]
        if mistake["type"] in _EXPECTED:
            expected = _EXPECTED[mistake["type"]].format(**mistake.get("ctx", {}))
            message = message.replace(mistake["msg"], f"{printable(str(mistake['input']))!r} (expected {expected})")
    return f"{message[:1].lower()}{message[1:]}{where}"
