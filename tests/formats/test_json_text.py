"""JSON objects out of lines: where each of them starts, whatever stands between them."""

from deluck.errors import FormatError
from deluck.formats.json_text import split_objects

TEXT = """

{
 "a": 1,

 "b": 2
}

nonsense

{
"c": 3


}
7
{"d": 3}

"text"
{"e": 3}"""


def test_objects_and_what_is_none_have_the_numbers_of_their_lines():
    found = list(split_objects(enumerate(TEXT.splitlines(), 1), lambda _: False))
    objects = {number: each for number, each in found if isinstance(each, dict)}
    assert objects == {3: {"a": 1, "b": 2}, 11: {"c": 3}, 17: {"d": 3}, 20: {"e": 3}}
    assert [number for number, each in found if isinstance(each, FormatError)] == [9, 16, 19]


def test_a_line_that_starts_a_hand_ends_whatever_was_cut_off_before_it():
    lines = ['{"ohh": {', '"a": 1,', '{"ohh": 2}', '{"ohh": 3}']
    found = list(split_objects(enumerate(lines, 1), lambda line: line.startswith('{"ohh"')))
    assert found[1:] == [(3, {"ohh": 2}), (4, {"ohh": 3})]
    assert found[0][0] == 1
    assert isinstance(found[0][1], FormatError)
