"""Whatever a text says, it is read as it stands or refused in a sentence, never a crash."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import beside
from tourelle.games import TextError, read

ODD = beside.modules("odd")
SIGNS = "abeitwyjxr0123459=;/,-^>. JTWBCd"


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", ODD)
def test_a_text_with_slips_of_the_pen(game):
    @given(
        ODD[game].texts(),
        st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from(["", *SIGNS])), max_size=3),
        st.sampled_from(["", " ; steps x1", " ; options players=join", " ; passes 1", ";", " ;;"]),
    )
    def check(text, slips, more):
        text += more
        for place, sign in slips:
            place %= len(text)
            text = text[:place] + sign + text[place + 1 :]
        try:
            position = read(text)
        except TextError as error:
            assert str(error)
            assert "\n" not in str(error)
            return
        again = position.text()
        assert read(again).text() == again
        for move in list(position.legal_moves())[:3]:
            if position.outcome() is None:
                position.push(move)
                position.pop()
        assert position.text() == again

    check()


@given(st.text())
@example("²")
def test_any_text_at_all(text):
    heads = ("", "avalam ", "avalam y c9=", "tawol w ", "tours b ; quiet ", "tours b a1=w")
    for name in (*heads, "cabale 1 i3=", "cabale 1 ; walls ", "cabale 1 ; tokens 3,"):
        try:
            read(name + text)
        except TextError as error:
            assert str(error)
