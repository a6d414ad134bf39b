"""Whole rounds on a GPU: every thread plays one after another, by the same text as the host (`translating.py`).

    played = play_on_gpu(compile_game(table, seats=6), 20_000, rounds=1 << 24, seed=7)
    print(played.stacks)            # by round and seat, as a `Batch` of that seed ends them

Players move by chance (`kernel/chance.py`): what costs least, or, as often as they are wild, anything that is offered.
`play_on_host` plays the same rounds on this machine, and `digests` of the two are compared. Needs CuPy, an extra.
"""

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerroom.batch import layout
from pokerroom.batch.compiling import BatchError, CompiledGame
from pokerroom.batch.playing import Batch
from pokerroom.batch.translating import cuda_source
from pokerroom.ranking.bulk.hashing import key_of, mixed

MOST_ON_A_CARD = 1 << 30
"""All stakes of a round together, in cents: a lane on the card is of 32 bits, half the memory."""
THREADS_A_BLOCK = 128
BLOCKS = 132 * 4
"""As many threads as keep their lanes in the caches of an H200 (bench/GPU.md)."""

KERNEL = """
// A row whose integers lie side by side with those of the other threads, so that a warp reads them at once.
struct Lane {{
  int* at;
  integer stride;
  __device__ __forceinline__ int& operator[](integer field) const {{ return at[field * stride]; }}
}};
struct Work {{
  integer* at;
  integer stride;
  __device__ __forceinline__ integer& operator[](integer field) const {{ return at[field * stride]; }}
}};
// The key, the round and the shuffles of a deck are of 64 bits, its cards are bytes.
struct Card {{
  integer* head;
  unsigned char* card;
  __device__ __forceinline__ operator integer() const {{ return head ? *head : (integer)*card; }}
  __device__ __forceinline__ integer operator=(integer value) const {{
    if (head) *head = value; else *card = (unsigned char)value;
    return value;
  }}
}};
struct Deck {{
  integer* head;
  unsigned char* cards;
  integer stride;
  __device__ __forceinline__ Card operator[](integer at) const {{
    return at < {deck_cards} ? Card{{head + at, 0}} : Card{{0, cards + (at - {deck_cards}) * stride}};
  }}
}};
__device__ __forceinline__ bits stirred(bits digest, integer number) {{
  return kernel::hashed(digest ^ (bits)number);
}}
extern "C" __global__ void play_rounds(
    const integer* __restrict__ rules, const integer* __restrict__ stakes, integer key, integer first, integer rounds,
    integer wild, int* lanes, unsigned char* cards, integer* space, int* stacks, bits* digests, bits* decisions) {{
  integer thread = (integer)blockIdx.x * blockDim.x + threadIdx.x, threads = (integer)gridDim.x * blockDim.x;
  integer seats = rules[{seats}];
  integer head[3], offer[{offer_width}], move[{move_width}];
  Lane lane{{lanes + thread, threads}};
  Work work{{space + thread, threads}};
  Deck deck{{head, cards + thread, threads}};
  bits made = 0;
  for (integer round = thread; round < rounds; round += threads) {{
    integer number = first + round, decision = 0;
    bits digest = 0;
    kernel::clear(rules, lane, stakes);
    kernel::lay_deck(rules, deck, key, number, (const integer*)0, 0ll);
    kernel::open_lane(rules, lane, deck, work, number % seats, 0ll, -1ll);
    while (true) {{
      kernel::write_offer(rules, lane, offer);
      if (lane[{turn}] < 0) break;
      if (digests) for (int field = 0; field < {offer_width}; ++field) digest = stirred(digest, offer[field]);
      kernel::choose(offer, kernel::drawn(key, number, decision), wild, move);
      kernel::act(rules, lane, deck, work, move[{move_kind}], move[{move_amount}], move[{move_cards}]);
      ++decision;
    }}
    made += decision;
    if (digests) {{
      for (integer field = 0; field < rules[{lane_width}]; ++field) digest = stirred(digest, lane[field]);
      digests[round] = digest;
    }}
    if (stacks) for (integer seat = 0; seat < seats; ++seat)
      stacks[seat * rounds + round] = lane[kernel::place_of(rules, seat) + {stack}];
  }}
  decisions[thread] = made;
}}
"""


def source() -> str:
    """The whole program of the card: the pieces of the kernel, and the loop that each thread runs."""
    places = {
        "deck_cards": layout.DECK_CARDS,
        "seats": layout.SEATS,
        "offer_width": layout.OFFER_WIDTH,
        "move_width": layout.MOVE_WIDTH,
        "move_kind": layout.MOVE_KIND,
        "move_amount": layout.MOVE_AMOUNT,
        "move_cards": layout.MOVE_CARDS,
        "turn": layout.TURN,
        "lane_width": layout.LANE_WIDTH,
        "stack": layout.STACK,
    }
    return cuda_source() + KERNEL.format_map(places)


class Played(NamedTuple):
    stacks: Any
    """By round and seat, after the round."""
    digests: npt.NDArray[np.uint64]
    """By round, of every offer in it and of every integer of its lane at the end."""
    decisions: int


@cache
def program() -> Any:
    cupy = import_module("cupy")
    return cupy.RawModule(code=source(), options=("-std=c++17",)).get_function("play_rounds")


def play_on_gpu(
    game: CompiledGame, stakes: npt.ArrayLike, *, rounds: int, seed: int = 0, first: int = 0, wild: int = 0
) -> Played:
    """Rounds of a seed from number `first` on, with everybody at these stakes; the button moves on with each round."""
    cupy = import_module("cupy")
    each = stakes_of(game, stakes)
    threads = THREADS_A_BLOCK * BLOCKS
    stacks = cupy.zeros((game.seats, rounds), cupy.int32)
    digests, decisions = cupy.zeros(rounds, cupy.uint64), cupy.zeros(threads, cupy.uint64)
    spaces = spaces_of(cupy, game.width, threads)
    key = np.int64(key_of(seed).astype(np.int64))
    numbers = (cupy.asarray(game.rules), cupy.asarray(each), key, np.int64(first), np.int64(rounds), np.int64(wild))
    program()((BLOCKS,), (THREADS_A_BLOCK,), (*numbers, *spaces, stacks, digests, decisions))
    return Played(stacks.get().T.astype(np.int64), digests.get(), int(decisions.sum()))


def spaces_of(array: Any, width: int, threads: int) -> tuple[Any, Any, Any]:
    """The lanes, the cards of the decks and the workspaces of so many threads."""
    return (
        array.zeros((width, threads), array.int32),
        array.zeros((52, threads), array.uint8),
        array.zeros((layout.WORK_WIDTH, threads), array.int64),
    )


def stakes_of(game: CompiledGame, stakes: npt.ArrayLike) -> npt.NDArray[np.int64]:
    each = np.broadcast_to(np.asarray(stakes, np.int64), (game.seats,)).copy()
    if each.sum() > MOST_ON_A_CARD:
        raise BatchError(f"a card plays with at most {MOST_ON_A_CARD} cents on the table, not {each.sum()}")
    return each


def play_on_host(
    game: CompiledGame, stakes: npt.ArrayLike, *, rounds: int, seed: int = 0, first: int = 0, wild: int = 0
) -> Played:
    """The same rounds by a `Batch`."""
    batch = Batch(game, rounds, seed=seed, history=0)
    numbers = np.arange(first, first + rounds)
    buttons = numbers % game.seats if game.procedure.game.has_button else None
    batch.open(stakes_of(game, stakes), buttons=buttons, numbers=numbers)
    digests, moves, decisions = np.zeros(rounds, np.uint64), np.zeros((rounds, layout.MOVE_WIDTH), np.int64), 0
    decision = 0
    while (waiting := batch.turn >= 0).any():
        digests[waiting] = stirred(digests[waiting], batch.offer_rows[waiting])
        batch.choose(decision, wild, moves)
        batch.act(*moves[:, layout.MOVE_KIND :].T)
        decision, decisions = decision + 1, decisions + int(waiting.sum())
    return Played(batch.stacks.copy(), stirred(digests, batch.lanes), decisions)


def stirred(digests: npt.NDArray[np.uint64], rows: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Digests with these integers hashed in, one after another."""
    for column in rows.T:
        digests = mixed(digests ^ column.astype(np.uint64))
    return digests
