// Written here because a library is three times as long (the browser's own is asynchronous and only for https), and the
// bundle for web pages has to be small. The tests compare it with Node's.

const BLOCK_BYTES = 64;

const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < 64; number++)
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);

/** The first bits of the fractions of the first 64 primes' roots, which the standard uses as its constants. */
const fractionsOfRoots = (exponent: number) =>
  Int32Array.from(PRIMES, (prime) => (prime ** exponent % 1) * 2 ** 32);

const ROUNDS = fractionsOfRoots(1 / 3);
/** Of which the first eight are used. */
const INITIAL = fractionsOfRoots(1 / 2);

/** SHA-256 (FIPS 180-4) of a message of less than 512 MB, or of one in two parts; 32 bytes. */
export function sha256(message: Uint8Array, rest: Uint8Array = new Uint8Array()): Uint8Array {
  const length = message.length + rest.length;
  // Padded by a 1 bit, zeros up to the end of a block, and in its last 8 bytes the message's length in bits.
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded.set(rest, message.length);
  padded[length] = 0x80;
  const blocks = new DataView(padded.buffer);
  blocks.setInt32(padded.length - 4, length * 8);
  const state = INITIAL.slice(0, 8);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) addBlock(state, blocks, at);
  // The message is no longer needed, so that its place takes the result.
  state.forEach((word, at) => {
    blocks.setInt32(at * 4, word);
  });
  return padded.slice(0, 32);
}

/** HMAC-SHA256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const keyedWith = (byte: number) => block.map((part) => part ^ byte);
  return sha256(keyedWith(0x5c), sha256(keyedWith(0x36), message));
}

/** Of the block that is being added; created once, which takes a third less time than for each block. */
const words = new Int32Array(64);
const word = (at: number) => words[at] as number;

function addBlock(state: Int32Array, blocks: DataView, offset: number): void {
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
  state.set([a, b, c, d, e, f, g, h].map((sum, at) => (state[at] as number) + sum));
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));
