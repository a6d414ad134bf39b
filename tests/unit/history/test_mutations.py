"""One mistake in a valid file is refused, told, or changes nothing; what is called right, a referee must find right."""

from collections import Counter
from enum import StrEnum
from fractions import Fraction

import pytest

from pokerroom.history.hand import HistoryError
from pokerroom.history.phh import read
from pokerroom.history.replay import Replayed, replay_hand
from tests.unit.history.mutations import MUTATIONS, File, mutants, own_files, synthetic_files, verdict
from tests.unit.history.referee import Account, Fault

MUTANTS, SOAK_MUTANTS = 600, 3000


class Fate(StrEnum):
    REFUSED = "refused"
    TOLD = "told"
    SAME = "the same cards, wagers and final stacks"
    ANOTHER = "another hand, which could be played and ends the same"
    """A card nobody ever saw, a bet nobody called, an ante that came back to who paid it."""


def fate(file: File, mutant: File) -> Fate:
    try:
        replayed = replay_hand(read(mutant.text))
    except HistoryError:
        return Fate.REFUSED
    if replayed.warnings:
        return Fate.TOLD
    told = [Fraction(stack) for stack in file.fields["finishing_stacks"]]
    assert stacks_of(replayed) == told, "comes out otherwise, and nothing is said"
    before, now = verdict(file), verdict(mutant)
    assert isinstance(before, Account)
    assert isinstance(now, Account), f"called right, but {now}"
    assert agrees(replayed, now), f"the referee has {now.stacks}"
    return Fate.SAME if (now.cards, now.wagers) == (before.cards, before.wagers) else Fate.ANOTHER


def stacks_of(replayed: Replayed) -> list[Fraction]:
    return [Fraction(stack or 0) for stack in replayed.stacks]


def agrees(replayed: Replayed, found: Account) -> bool:
    if found.stacks is None:
        return True
    apart = [abs(ours - theirs) for ours, theirs in zip(stacks_of(replayed), found.stacks, strict=True)]
    return max(apart) <= found.within


@pytest.fixture(scope="module")
def files() -> list[File]:
    found = [*own_files(), *synthetic_files(6)]
    assert len({file.fields["variant"][1:] for file in found}) == 18, "every game"
    assert {file.fields["variant"][0] for file in found} == set("FSPN"), "all limits"
    return found


def judged(files: list[File], number: int, seed: str) -> Counter[Fate]:
    fates: Counter[Fate] = Counter()
    wrong: list[str] = []
    for kind, file, mutant in mutants(files, number, seed):
        try:
            fates[fate(file, mutant)] += 1
        except AssertionError as error:
            wrong.append(f"{kind} in {file.name}: {error}\n{changes(file, mutant)}")
    assert not wrong, "\n\n".join(wrong)
    assert fates.total() == number
    return fates


def changes(file: File, mutant: File) -> str:
    before, after = file.text.split("\n"), mutant.text.split("\n")
    lines = [f"- {one}\n+ {other}" for one, other in zip(before, after, strict=False) if one != other]
    return "\n".join(lines)


def test_a_single_mistake_is_refused_or_told_or_changes_nothing(files: list[File]) -> None:
    fates = judged(files, MUTANTS, "ordinary")
    assert set(fates) == set(Fate)


@pytest.mark.soak
def test_three_thousand_single_mistakes_are_refused_or_told_or_change_nothing(files: list[File]) -> None:
    fates = judged(files, SOAK_MUTANTS, "soak")
    assert fates[Fate.REFUSED] + fates[Fate.TOLD] > 0.75 * SOAK_MUTANTS


def test_the_referee_finds_nothing_wrong_with_valid_files_and_settles_them_alike(files: list[File]) -> None:
    for file in files:
        found = verdict(file)
        assert isinstance(found, Account), (file.name, found)
        assert agrees(replay_hand(read(file.text)), found), file.name


def test_the_referee_is_not_blind(files: list[File]) -> None:
    """Of the mistakes that make a replay impossible the referee, who shares no code with it, convicts nine in ten."""
    refused = [
        verdict(mutant)
        for kind, file, mutant in mutants(files, 300, "referee")
        if kind in list(MUTATIONS)[:10] and fate(file, mutant) is Fate.REFUSED
    ]
    assert len(refused) > 100
    assert sum(isinstance(found, Fault) for found in refused) >= 0.9 * len(refused)
