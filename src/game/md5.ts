/**
 * Computes an MD5 (RFC 1321) as 32 lower-case hex digits. Replays identify their map by MD5, and Web Crypto does not
 * offer it in browsers.
 */
export function md5Hex(bytes: Uint8Array): string {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const whole = bytes.length & ~63;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) digestBlock(state, view, at);

  const tail = paddedTail(bytes.subarray(whole), bytes.length);
  for (let at = 0; at < tail.byteLength; at += 64) digestBlock(state, tail, at);
  return hexLittleEndian(state);
}

/** The last bytes, a 1 bit, zeros, and the message length in bits: one block or two. */
function paddedTail(rest: Uint8Array, messageBytes: number): DataView {
  const padded = new Uint8Array(rest.length < 56 ? 64 : 128);
  padded.set(rest);
  padded[rest.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(messageBytes) * 8n, true);
  return view;
}

const sines = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const words = new Int32Array(16);

function digestBlock(state: Uint32Array, block: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(offset + i * 4, true);
  const [a0 = 0, b0 = 0, c0 = 0, d0 = 0] = state;
  let a = a0 | 0;
  let b = b0 | 0;
  let c = c0 | 0;
  let d = d0 | 0;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mix: number;
    let word: number;
    if (round === 0) {
      mix = (b & c) | (~b & d);
      word = i;
    } else if (round === 1) {
      mix = (d & b) | (~d & c);
      word = (5 * i + 1) & 15;
    } else if (round === 2) {
      mix = b ^ c ^ d;
      word = (3 * i + 5) & 15;
    } else {
      mix = c ^ (b | ~d);
      word = (7 * i) & 15;
    }
    const sum = (a + mix + sines[i]! + words[word]!) | 0;
    const shift = shifts[round * 4 + (i & 3)]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state.set([a0 + a, b0 + b, c0 + c, d0 + d]);
}

function hexLittleEndian(state: Uint32Array): string {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of state.entries()) view.setUint32(i * 4, word, true);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
