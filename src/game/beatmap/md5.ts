/** The checksum replays know a map by, in hex; browsers have none of their own. After RFC 1321. */
export function md5Of(bytes: Uint8Array): string {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const whole = bytes.length & ~63;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 64) mix(state, view, at);
  const tail = padded(bytes.subarray(whole), bytes.length);
  for (let at = 0; at < tail.byteLength; at += 64) mix(state, tail, at);
  const digest = new DataView(state.buffer.slice(0));
  state.forEach((word, i) => {
    digest.setUint32(i * 4, word, true);
  });
  return Array.from(new Uint8Array(digest.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The rest of the message, a one bit, zeros, and the length in bits. */
function padded(rest: Uint8Array, length: number): DataView {
  const bytes = new Uint8Array(rest.length < 56 ? 64 : 128);
  bytes.set(rest);
  bytes[rest.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, (length << 3) >>> 0, true);
  view.setUint32(bytes.length - 4, Math.floor(length / 2 ** 29), true);
  return view;
}

const sines = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
const turns = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];

function mix(state: Uint32Array, block: DataView, at: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const chosen =
      round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
    const word = round === 0 ? i : round === 1 ? 5 * i + 1 : round === 2 ? 3 * i + 5 : 7 * i;
    const sum = (a + chosen + sines[i]! + block.getUint32(at + (word & 15) * 4, true)) | 0;
    const turn = turns[round]![i & 3]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
}
