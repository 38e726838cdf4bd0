// A second implementation of lazer's mods that move objects, written from the published algorithm in the game's own terms: a
// drawable with a list of transforms, each of which starts from the value that the one before left.

/** A value that transforms change, as `Drawable.Position` or `Drawable.Scale` in osu!framework. */
export class Transformable {
  private readonly transforms: { start: number; end: number; to: number; ease: (x: number) => number }[] = [];

  private readonly initial: number;

  constructor(initial: number) {
    this.initial = initial;
  }

  to(value: number, start: number, duration = 0, ease = (x: number) => x): this {
    this.transforms.push({ start, end: start + duration, to: value, ease });
    return this;
  }

  at(time: number): number {
    let value = this.initial;
    for (const { start, end, to, ease } of this.transforms) {
      if (time < start) break;
      value = time >= end ? to : value + (to - value) * ease((time - start) / (end - start));
    }
    return value;
  }
}

export const outSine = (x: number) => Math.sin(x * Math.PI * 0.5);
export const inOutSine = (x: number) => (1 - Math.cos(Math.PI * x)) / 2;

/** `System.Random` with a seed, from the algorithm's description in Numerical Recipes (`ran3`) with .NET's constants. */
function* systemRandom(seed: number): Generator<number, never> {
  const m = 2147483647n;
  const ring: bigint[] = new Array(56).fill(0n);
  let previous = 161803398n - BigInt(Math.abs(seed));
  ring[55] = previous;
  let value = 1n;
  for (let i = 1; i < 55; i++) {
    ring[(21 * i) % 55] = value;
    [previous, value] = [value, previous - value];
    if (value < 0n) value += m;
  }
  for (let k = 0; k < 4; k++)
    for (let i = 1; i < 56; i++) {
      ring[i] = BigInt.asIntN(32, ring[i]! - ring[1 + ((i + 30) % 55)]!);
      if (ring[i]! < 0n) ring[i]! += m;
    }
  for (let n = 0; ; n++) {
    const i = (n % 55) + 1;
    const j = ((n + 21) % 55) + 1;
    let drawn = ring[i]! - ring[j]!;
    if (drawn < 0n) drawn += m;
    ring[i] = drawn;
    yield Number(drawn) / 2147483647;
  }
}

interface Wiggling {
  readonly origin: { readonly x: number; readonly y: number };
  readonly start: number;
  readonly preempt: number;
  readonly duration?: number;
}

/** The position of an object with Wiggle. */
export function publishedWiggle({ origin, start, preempt, duration }: Wiggling, strength = 1) {
  const random = systemRandom(Math.trunc(start));
  const x = new Transformable(origin.x);
  const y = new Transformable(origin.y);
  const wiggle = (time: number) => {
    const angle = Math.fround(random.next().value * 2 * Math.PI);
    const distance = Math.fround(random.next().value * strength * 7);
    x.to(Math.fround(distance * Math.cos(angle) + origin.x), time, 100);
    y.to(Math.fround(distance * Math.sin(angle) + origin.y), time, 100);
  };
  for (let i = 0; i < Math.floor(Math.floor(preempt) / 100); i++) wiggle(start - preempt + i * 100);
  for (let i = 0; i < Math.floor((duration ?? 0) / 100); i++) wiggle(start + i * 100);
  return (time: number) => ({ x: x.at(time), y: y.at(time) });
}

/** The offset of an object that Transform brings in, after the direction has been turned a number of times. */
export function publishedEntry(
  { start, preempt, fadeIn }: { start: number; preempt: number; fadeIn: number },
  turns: number,
) {
  const theta = new Float32Array(1);
  for (let i = 0; i < turns; i++) theta[0]! += new Float32Array([fadeIn])[0]! / 1000;
  const distance = (preempt - fadeIn) / 2;
  const x = new Transformable(0)
    .to(Math.cos(theta[0]!) * distance, start - preempt - 1)
    .to(0, start - preempt - 1, preempt + 1, inOutSine);
  const y = new Transformable(0)
    .to(Math.sin(theta[0]!) * distance, start - preempt - 1)
    .to(0, start - preempt - 1, preempt + 1, inOutSine);
  return (time: number) => ({ x: x.at(time), y: y.at(time) });
}
