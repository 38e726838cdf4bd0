/** A pseudo-random number from 0 to 1 that depends only on its arguments (the finalizer of MurmurHash3). */
export function randomOf(seed: number, index: number): number {
  let bits = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca77);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}
