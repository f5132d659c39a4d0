// Written here because a library is three times as long (the browser's own is asynchronous and only for https), and the
// bundle for web pages has to be small. The tests compare it with Node's.

const BLOCK_BYTES = 64;

/** The first bits of the fractions of the first 64 primes' roots, which the standard uses as its constants. */
function fractionsOfRoots(count: number, exponent: number): Int32Array {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return Int32Array.from(primes, (prime) => (prime ** exponent % 1) * 2 ** 32);
}

const ROUNDS = fractionsOfRoots(64, 1 / 3);
const INITIAL = fractionsOfRoots(8, 1 / 2);

/** SHA-256 (FIPS 180-4) of a message, or of one in two parts; 32 bytes. */
export function sha256(message: Uint8Array, rest: Uint8Array = new Uint8Array()): Uint8Array {
  const blocks = pad(message, rest);
  const state = INITIAL.slice();
  for (let at = 0; at < blocks.byteLength; at += BLOCK_BYTES) addBlock(state, blocks, at);
  return Uint8Array.from({ length: 32 }, (_, at) => (state[at >> 2] as number) >>> (24 - (at % 4) * 8));
}

/** HMAC-SHA256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const keyedWith = (byte: number) => block.map((part) => part ^ byte);
  return sha256(keyedWith(0x5c), sha256(keyedWith(0x36), message));
}

/** The message, a 1 bit, zeros up to the end of a block, and in its last 8 bytes the message's length in bits. */
function pad(message: Uint8Array, rest: Uint8Array): DataView {
  const length = message.length + rest.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded.set(rest, message.length);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, length / 2 ** 29);
  view.setUint32(padded.length - 4, length * 8);
  return view;
}

function addBlock(state: Int32Array, blocks: DataView, offset: number): void {
  const words = new Int32Array(64);
  const word = (at: number) => words[at] as number;
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < 64; at++) {
    words[at] =
      at < 16
        ? blocks.getInt32(offset + at * 4)
        : word(at - 16) +
          (rotate(word(at - 15), 7) ^ rotate(word(at - 15), 18) ^ (word(at - 15) >>> 3)) +
          word(at - 7) +
          (rotate(word(at - 2), 17) ^ rotate(word(at - 2), 19) ^ (word(at - 2) >>> 10));
    const one =
      h +
      (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
      ((e & f) ^ (~e & g)) +
      (ROUNDS[at] as number) +
      word(at);
    const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    // One by one: assigning them as an array takes mobile engines several times as long.
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((sum, at) => {
    state[at] = (state[at] as number) + sum;
  });
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));
