/** SHA-256 (FIPS 180-4), for pages to which the browser offers none: those that came over plain http from another machine. */

const PRIMES = Array.from({ length: 320 }, (_, number) => number).filter(
  (number) =>
    number > 1 && !Array.from({ length: number }, (_, each) => each).some((each) => each > 1 && number % each === 0),
);

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message with its length, filled up to whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(64 * blocks);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (message.length << 3) >>> 0);
  return view;
}

function schedule(view: DataView, block: number): number[] {
  const words = Array.from({ length: 16 }, (_, place) => view.getInt32(64 * block + 4 * place));
  for (let place = 16; place < 64; place += 1) {
    const [first, last] = [words[place - 15]!, words[place - 2]!];
    const small = turned(first, 7) ^ turned(first, 18) ^ (first >>> 3);
    const large = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words.push((words[place - 16]! + small + words[place - 7]! + large) | 0);
  }
  return words;
}

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = padded(message);
  let state = START;
  for (let block = 0; block < view.byteLength / 64; block += 1) {
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (const [place, word] of schedule(view, block).entries()) {
      const choice = (e & f) ^ (~e & g);
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[place]! + word) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]!) | 0);
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => found.setInt32(4 * place, word));
  return new Uint8Array(found.buffer);
}
