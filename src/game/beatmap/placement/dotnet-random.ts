/** A random number generator with a seed, as lazer's mods use it. */
export interface DotnetRandom {
  /** The next whole number, 0 to 2,147,483,646. */
  next(): number;
  /** The next number from 0 up to, but not including, 1. */
  nextDouble(): number;
}

const maxInt = 0x7fff_ffff;
const minInt = -0x8000_0000;
/** The generator's state has this many numbers; index 0 is unused. */
const stateLength = 55;
/** The distance between the two numbers of the state that are subtracted. */
const lag = 21;
const goldenRatioSeed = 161_803_398;

/**
 * The generator that .NET keeps for a given seed: Knuth's subtractive method with .NET's own lag. It computes with
 * 32-bit integers, which wrap around for some seeds (rule RN1).
 */
export function createDotnetRandom(seed: number): DotnetRandom {
  const state = seededState(seed);
  let first = 0;
  let second = lag;
  const next = () => {
    first = (first % stateLength) + 1;
    second = (second % stateLength) + 1;
    let sample = (state[first]! - state[second]!) | 0;
    if (sample === maxInt) sample--;
    if (sample < 0) sample += maxInt;
    state[first] = sample;
    return sample;
  };
  return { next, nextDouble: () => next() * (1 / maxInt) };
}

function seededState(seed: number): Int32Array {
  const state = new Int32Array(stateLength + 1);
  let last = goldenRatioSeed - (seed === minInt ? maxInt : Math.abs(seed));
  state[stateLength] = last;
  let value = 1;
  for (let i = 1; i < stateLength; i++) {
    const place = (lag * i) % stateLength;
    state[place] = value;
    value = (last - value) | 0;
    if (value < 0) value += maxInt;
    last = state[place]!;
  }
  for (let pass = 0; pass < 4; pass++) {
    for (let i = 1; i <= stateLength; i++) {
      // The stored difference wraps around before its sign is tested.
      state[i] = state[i]! - state[1 + ((i + 30) % stateLength)]!;
      if (state[i]! < 0) state[i] = state[i]! + maxInt;
    }
  }
  return state;
}
