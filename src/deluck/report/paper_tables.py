"""The estimators of an assessment as a table for a paper: LaTeX in the style of booktabs, or Markdown."""

from deluck.assessment import Assessment
from deluck.estimators import find_column
from deluck.report.words import NOTHING, interval, plain, signed, times

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": r"$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "–": "--",
}
_MARKDOWN = str.maketrans({each: f"\\{each}" for each in "\\|*_`<>[]#"})
_LABELS = str.maketrans("", "", "\\{}#%&$_^~ ,")


def latex(assessment: Assessment) -> str:
    r"""Return the estimators as a ``table`` of LaTeX; it needs ``\usepackage{booktabs}``."""
    head, rows = _cells(assessment)
    lines = [" & ".join(map(escape_latex, cells)) + r" \\" for cells in (head, *rows)]
    return "\n".join(
        (
            r"\begin{table}",
            r"  \centering",
            rf"  \caption{{{escape_latex(_caption(assessment))}}}",
            rf"  \label{{tab:{assessment.viewpoint.translate(_LABELS)}}}",
            rf"  \begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            r"    \toprule",
            f"    {lines[0]}",
            r"    \midrule",
            *(f"    {line}" for line in lines[1:]),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
        )
    )


def markdown(assessment: Assessment) -> str:
    """Return the estimators as a table of Markdown, with the verdict above it."""
    head, rows = _cells(assessment)
    rule = ("---", *("---:" for _ in head[1:]))
    lines = [f"| {' | '.join(cell.translate(_MARKDOWN) for cell in cells)} |" for cells in (head, *rows)]
    lines.insert(1, f"| {' | '.join(rule)} |")
    verdict, caption = (_in_line(text).translate(_MARKDOWN) for text in (assessment.verdict, _caption(assessment)))
    return "\n".join((verdict, "", *lines, "", caption))


def escape_latex(text: str) -> str:
    """Return a text such that LaTeX prints it as it is; control characters become spaces."""
    return "".join(_ESCAPES.get(each, each) for each in _in_line(text))


def _in_line(text: str) -> str:
    return "".join(each if each.isprintable() else " " for each in text)


def _cells(assessment: Assessment) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head and the rows: name, n, mean and interval per 100 games, standard deviation, worth in hands."""
    unit = assessment.per_100_unit
    head = ("Estimator", "n", f"mean, {unit}", "95% interval", f"SD, {assessment.unit}", "variance ratio")
    rows: list[tuple[str, ...]] = []
    for name, found in assessment.estimators.items():
        compared = assessment.comparisons.get(name)
        low, high = found.ci95
        rows.append(
            (
                find_column(name).label,
                f"{found.n:,}",
                signed(100 * found.mean, 1),
                interval(100 * low, 100 * high, 1),
                plain(found.sd, 2),
                NOTHING if compared is None else times(compared.worth),
            )
        )
    return head, rows


def _caption(assessment: Assessment) -> str:
    return (
        f"Results of {assessment.viewpoint} over {assessment.n_hands:,} hands of {assessment.structure} poker, per 100 "
        "hands with 95% intervals, before rake. The variance ratio is that of money to the estimator on the same hands."
        f" Computed by deluck {assessment.version}, constants {assessment.settings_hash}."
    )
