"""Bad beats counted on a GPU: the same rounds as on the host, by the same hashes, so that the counts are equal.

Most rounds end with one hash, which draws a board that allows no bad beat. Every other round is dealt by the thread
that drew it.
"""

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from pokerroom.odds.bad_beat_boards import Beats
from pokerroom.ranking.bulk.hashing import FIRST, GOLDEN, HASHES_A_ROUND, SECOND

SOURCE = f"""
typedef unsigned long long u64;
typedef unsigned int u32;
#define LEFT 47
#define ALL_BOARDS 2598960ull
#define LOSES 1
#define WINS 2

__device__ __forceinline__ u64 hashed(u64 number) {{
  number = (number ^ (number >> 30)) * {int(FIRST)}ull;
  number = (number ^ (number >> 27)) * {int(SECOND)}ull;
  return number ^ (number >> 31);
}}

__device__ int deal_cards(u64 key, u64 round, const unsigned char* cards, int count, int seats, u64* held) {{
  unsigned char free_places[LEFT];
  for (int place = 0; place < LEFT; place++) free_places[place] = place;
  for (int two = 0; two <= LEFT / 2; two++) held[two] = 0;
  int with_two = 0;
  u64 drawn = 0;
  for (int card = 0; card < count; card++) {{
    if ((card & 1) == 0) drawn = hashed(key + (round * {HASHES_A_ROUND}ull + 1 + (card >> 1)) * {int(GOLDEN)}ull);
    int at = card + (int)(((drawn & 0xFFFFFFFFull) * (u64)(LEFT - card)) >> 32);
    drawn >>= 32;
    int two = free_places[at] >> 1;
    free_places[at] = free_places[card];
    with_two += held[two] != 0 && two < seats;
    held[two] |= 1ull << cards[card];
  }}
  return with_two;
}}

__device__ bool is_beat(const u64* held, int seats, const u64* hands, const u32* strengths, const unsigned char* roles,
                        int count, bool takes_pot) {{
  u32 weakest = 0xFFFFFFFFu, winner = 0, best = 0;
  for (int seat = 0; seat < seats; seat++) {{
    u64 hand = held[seat];
    if ((hand & (hand - 1)) == 0) continue;
    for (int at = 0; at < count; at++) {{
      if (hands[at] != hand) continue;
      best = max(best, strengths[at]);
      if (roles[at] & LOSES) weakest = min(weakest, strengths[at]);
      if (roles[at] & WINS) winner = max(winner, strengths[at]);
    }}
  }}
  return weakest < winner && (winner == best || !takes_pot);
}}

extern "C" __global__ void count_beats(u64 key, u64 first, u64 rounds, int seats, bool takes_pot, u32 allowing,
    const unsigned short* __restrict__ kinds,
    const int* __restrict__ card_starts, const unsigned char* __restrict__ cards,
    const int* __restrict__ hand_starts, const u64* __restrict__ hands, const u32* __restrict__ strengths,
    const unsigned char* __restrict__ roles, u64* __restrict__ beats) {{
  u64 step = (u64)gridDim.x * blockDim.x;
  u64 found = 0;
  for (u64 number = (u64)blockIdx.x * blockDim.x + threadIdx.x; number < rounds; number += step) {{
    u64 round = first + number;
    u64 drawn = hashed(key + round * {HASHES_A_ROUND}ull * {int(GOLDEN)}ull);
    u32 board = (u32)(((drawn >> 24) * ALL_BOARDS) >> 40);
    if (board >= allowing) continue;
    int kind = kinds[board];
    u64 held[LEFT / 2 + 1];
    int start = card_starts[kind];
    if (deal_cards(key, round, cards + start, card_starts[kind + 1] - start, seats, held) < 2) continue;
    int from = hand_starts[kind];
    int count = hand_starts[kind + 1] - from;
    found += is_beat(held, seats, hands + from, strengths + from, roles + from, count, takes_pot);
  }}
  if (found) atomicAdd(beats, found);
}}
"""

BLOCKS, THREADS = 132 * 16, 256


@cache
def _kernel() -> Any:
    cupy = import_module("cupy")  # An optional extra, needed only here.
    return cupy.RawKernel(SOURCE, "count_beats", options=("-std=c++17",))


def count_beats_on_gpu(beats: Beats, seats: int, *, key: int, first: int, rounds: int, takes_pot: bool = False) -> int:
    """How many of the rounds from number `first` on have a bad beat; `key` is `dealing.key_of` the seed."""
    cupy = import_module("cupy")
    tables = [cupy.asarray(table) for table in beats]
    tables[0] = tables[0].astype(cupy.uint16)
    found = cupy.zeros(1, cupy.uint64)
    numbers = (np.uint64(key), np.uint64(first), np.uint64(rounds), np.int32(seats), np.bool_(takes_pot))
    _kernel()((BLOCKS,), (THREADS,), (*numbers, np.uint32(len(beats.kinds)), *tables, found))
    return int(found.get()[0])
