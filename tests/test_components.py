"""Component files of one's own: a wrong one is refused with its line and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabbytop
from tabbytop import BadComponents, games

Change = tuple[str, str]

WRONG: dict[str, list[tuple[Change, str]]] = {
    "catsle": [
        (("3 = [1, 2, 3, 4]", "3 = [1, 2, 3]"), r"line 5: columns.3: expected 4 numbers, got 3"),
        (("3 = [1, 2, 3, 4]", "3 = [1, 2, 3, 13]"), r"line 5: columns.3: expected whole numbers from 1 to 12, got 13"),
        (("[bonus]", "[malus]"), r"line 10: malus: unknown table"),
        (("5 = [1, 2, 3, 3]", ""), r"line 4: columns: 5 is missing"),
        (("points = ", "points "), r"not TOML: .*line 11"),
    ],
    "ahoy": [
        (("2 = [12, 12, 12, 6]", "2 = [12, 12, 12]"), r"line 5: tokens.2: expected 4 numbers, got 3"),
        (("2 = [12,", "2 = [-1,"), r"line 5: tokens.2: expected whole numbers from 0 to 60, got -1"),
        (("[18, 18, 18, 6]", "[18, 18, 18, 7]"), r"line 6: tokens.3-6: expected 10 to 60 tokens in all, got 61"),
        (("[18, 18, 18, 6]", "[3, 3, 3, 0]"), r"line 6: tokens.3-6: expected 10 to 60 tokens in all, got 9"),
        (("[12, 12, 12, 6]", "[2, 2, 1, 0]"), r"line 5: tokens.2: expected 6 to 60 tokens in all, got 5"),
        (("white = 2", "white = 1.5"), r"line 11: worth.white: expected whole numbers from 0 to 100, got 1.5"),
        (("single = 1", ""), r"line 9: worth: single is missing"),
        (("[worth]", "[price]"), r"line 9: price: unknown table"),
        (("set = ", "set "), r"not TOML: .*line 10"),
    ],
    "familiar": [
        (('    ["E27", 3, 5, 5, 5, 8],\n', ""), r"mine.toml, line 6: errands.cards: expected 27 rows, got 26"),
        (('["E03", 1', '["E04", 1'), r"line 9: errands.cards row 3: expected E03 here, got 'E04'"),
        (('["E09", 1', '["E09", 2'), r"line 15: errands.cards row 9: E09 is of level 1"),
        (("0, 16, 0, 3]", "0, 28, 0, 3]"), r"line 17: .* asks for 0 to 27 of each colour .* got \[0, 28, 0\]"),
        (("0, 16, 0, 3]", "0, 0, 0, 3]"), r"line 17: .* and for something; got \[0, 0, 0\]"),
        (("0, 16, 0, 3]", "0, 16, 3]"), r"line 17: .* expected code, level, red, blue, green, points; got 5 values"),
        (("0, 16, 0, 3]", '0, "16", 0, 3]'), r"line 17: .* expected whole numbers after the code"),
        (("0, 16, 0, 3]", "0, 16, 0, -3]"), r"line 17: .* points are from 0 to 1000, got -3"),
        (("[errands]", "[erands]"), r"line 5: erands: unknown table; expected errands"),
        (("cards = [", "cards = "), r"not TOML: "),
    ],
    "festival": [
        (("Sp = [1, 2,", "Sp = [0, 2,"), r"line 6: values.Sp: expected whole numbers from 1 to 12, got 0"),
        (("Su = [2, 3,", "Su = [3, 3,"), r"line 7: values.Su: expected values that rise from card to card"),
        (("Su = 3", "Su = 4"), r"line 14: cats.Su: expected a different number for each season, got another 4"),
        (("Sp = [2, 0, 1", "Sp = [3, 0, 1"), r"line 20: fish.Sp: expected whole numbers from 0 to 2, got 3"),
        (
            ("Wi = [0, 1, 0, 0, 0, 0, 0, 1, 0]", "Wi = [0, 1, 0, 0, 0, 0, 0, 0, 0]"),
            r"line 26: booze: expected 8 .*got 7",
        ),
        (("Fa = [0, 1, 0,", "Fa = [0, 1, 1,"), r"line 29: booze.Fa: card 3 has an icon of another kind"),
        (("Sp = [0, 0, 0, 0, 1, 0", "Sp = [0, 0, 0, 0, 1, 1"), r"line 34: crows.Sp: expected one crow, got 2"),
        (("Su = [0, 0, 0, 0, 1", "Su = [0, 0, 0, 1, 0"), r"line 35: crows.Su: .*got another on 5"),
        (("A1 = [2, -1, 1, 1]", "A1 = [2, -1, 1]"), r"line 41: multipliers.A1: expected 4 numbers, got 3"),
        (("C4 = ", "C5 = "), r"line 52: multipliers.C5: unknown key"),
        (("4 = 4", "4 = 3"), r"line 57: tokens.4: expected whole numbers from 4 to 9, got 3"),
        (("[cats]", "[dogs]"), r"line 12: dogs: unknown table"),
    ],
    "sorting": [
        (("1 = [1, 2, 3, 4, 5]", "1 = [1, 2, 3, 4]"), r"line 5: responsibility.1: expected 5 numbers, got 4"),
        (("5 = [5,", "5 = [10,"), r"line 9: responsibility.5: expected whole numbers from 1 to 9, got 10"),
        (("3 = [3,", "3 = [true,"), r"line 7: responsibility.3: expected whole numbers from 1 to 9, got True"),
        (("[responsibility]", "[strength]"), r"line 4: strength: unknown table; expected responsibility"),
        (("2 = [2, 3, 4, 5, 6]", ""), r"line 4: responsibility: 2 is missing"),
        (("4 = [", "6 = ["), r"line 8: responsibility.6: unknown key; expected 1, 2, 3, 4, 5"),
        (("5 = ", "5 "), r"not TOML: .*line 9"),
    ],
}


@pytest.mark.parametrize(
    ("game", "change", "reason"), [(game, *wrong) for game, all_wrong in WRONG.items() for wrong in all_wrong]
)
def test_a_wrong_components_file_is_refused(game: str, change: Change, reason: str, tmp_path: Path) -> None:
    shipped = (Path(games.__file__).parent / game / "components.toml").read_text(encoding="utf-8")
    assert change[0] in shipped
    wrong = tmp_path / "mine.toml"
    wrong.write_text(shipped.replace(*change), encoding="utf-8")
    with pytest.raises(BadComponents, match=reason) as refused:
        tabbytop.new(game, components=wrong)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("game", WRONG)
def test_the_shipped_file_is_accepted_as_a_file_of_ones_own(game: str) -> None:
    shipped = Path(games.__file__).parent / game / "components.toml"
    mine, theirs = tabbytop.new(game, seed=1, components=shipped), tabbytop.new(game, seed=1)
    assert mine.record()["events"] == theirs.record()["events"]
