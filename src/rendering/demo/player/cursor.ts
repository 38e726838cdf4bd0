import { ballAt, type PlayableMap, type PlayableObject, type PlayableSlider } from '../../../game/beatmap/index.ts';
import type { OsuPoint } from '../../../game/units.ts';
import { createRandom, normal } from '../../synth/index.ts';
import type { DemoPlayer } from './demo-player.ts';
import type { Tap } from './taps.ts';

/** A time and the position the cursor must reach. */
interface Aim {
  readonly time: number;
  readonly at: OsuPoint;
}

const spinRadius = 74;
const turnsPerSecond = 6.4;
const speedUpSeconds = 0.45;

/** The cursor's path through all aims, in smooth curves. */
export function cursorPath(map: PlayableMap, taps: readonly Tap[], player: DemoPlayer): (time: number) => OsuPoint {
  const random = createRandom(player.seed + 1);
  const tapOf = new Map(taps.map((tap) => [tap.object.index, tap]));
  const aims = map.objects.flatMap((object) =>
    aimsAt(object, tapOf.get(object.index), { player, radius: map.radius, random }),
  );
  const start = aims[0]!;
  aims.unshift({ time: start.time - 900, at: { x: 256, y: 300 } });
  const slopes = aims.map((_, i) => slopeAt(aims, i));
  let last = 0;
  return (time) => {
    // Times are requested in ascending order, so the search continues where it stopped.
    if (aims[last]!.time > time) last = 0;
    while (last < aims.length - 2 && aims[last + 1]!.time <= time) last++;
    const { x, y } = between(aims, slopes, last, time);
    return { x: x + tremor(time, 0), y: y + tremor(time, 7) };
  };
}

interface Hand {
  readonly player: DemoPlayer;
  readonly radius: number;
  readonly random: () => number;
}

function aimsAt(object: PlayableObject, tap: Tap | undefined, { player, radius, random }: Hand): Aim[] {
  const mistake = player.mistakes.get(object.index);
  const miss = mistake === 'beside' ? radius * 1.35 : mistake === 'forgotten' ? radius * 0.9 : 0;
  const turn = random() * 2 * Math.PI;
  const offset = {
    x: Math.max(-0.55, Math.min(0.55, normal(random) * player.aim)) * radius + miss * Math.cos(turn),
    y: Math.max(-0.55, Math.min(0.55, normal(random) * player.aim)) * radius + miss * Math.sin(turn),
  };
  const time = tap?.down ?? object.startTime;
  const moved = ({ x, y }: OsuPoint, share: number) => ({ x: x + offset.x * share, y: y + offset.y * share });
  if (object.kind === 'spinner') return spinAims(object);
  const head = { time, at: moved(object.at, 1) };
  if (object.kind === 'circle') return [head, { time: time + 22, at: moved(object.at, 1.06) }];
  const followed = followAims(object, { pressed: time, lagMs: player.lagMs });
  return [head, ...followed.map((aim) => ({ ...aim, at: moved(aim.at, 0.6) }))];
}

/** Slightly behind the ball, within the follow circle. */
function followAims(
  slider: PlayableSlider,
  { pressed, lagMs }: { readonly pressed: number; readonly lagMs: number },
): Aim[] {
  const aims: Aim[] = [];
  const first = Math.max(pressed, slider.startTime) + 45;
  for (let time = first; time <= slider.endTime; time += 45) {
    aims.push({ time, at: ballAt(slider, time - lagMs) });
  }
  return aims;
}

function spinAims({ startTime, endTime }: PlayableObject): Aim[] {
  const aims: Aim[] = [];
  for (let time = startTime - 30; time <= endTime; time += 12) {
    const seconds = Math.max(0, time - startTime) / 1000;
    // The hand needs time to accelerate.
    const run = seconds < speedUpSeconds ? seconds ** 2 / (2 * speedUpSeconds) : seconds - speedUpSeconds / 2;
    const angle = 2 * Math.PI * turnsPerSecond * run + 0.2 * Math.sin(seconds * 5);
    const reach = spinRadius * (1 + 0.12 * Math.sin(seconds * 3.1));
    aims.push({ time, at: { x: 256 + reach * Math.cos(angle), y: 192 + reach * 0.92 * Math.sin(angle) } });
  }
  return aims;
}

/** The velocity at an aim: slightly less than that from the previous to the next aim. */
function slopeAt(aims: readonly Aim[], i: number): OsuPoint {
  const before = aims[i - 1];
  const after = aims[i + 1];
  if (before === undefined || after === undefined) return { x: 0, y: 0 };
  const here = aims[i]!;
  const span = after.time - before.time;
  // A press that is very late can come after the next one.
  if (span <= 0) return { x: 0, y: 0 };
  // If the hand waits before or after an aim, its velocity there is 0.
  const calm = Math.min(1, (3 * Math.min(here.time - before.time, after.time - here.time)) / span);
  const ease = (0.8 * calm) / span;
  return { x: (after.at.x - before.at.x) * ease, y: (after.at.y - before.at.y) * ease };
}

/** A cubic through two aims with their velocities; during a long wait the cursor stays near the next aim. */
function between(aims: readonly Aim[], slopes: readonly OsuPoint[], i: number, time: number): OsuPoint {
  const [a, b] = [aims[i]!, aims[i + 1] ?? aims[i]!];
  const [p, q] = [slopes[i]!, slopes[i + 1] ?? slopes[i]!];
  const span = b.time - a.time;
  if (span <= 0 || time <= a.time) return a.at;
  if (time >= b.time) return b.at;
  const maxMoveMs = 420;
  const begin = span > maxMoveMs ? b.time - maxMoveMs : a.time;
  const share = Math.max(0, (time - begin) / (b.time - begin));
  const mix = (from: number, to: number, leave: number, arrive: number) => {
    const s2 = share * share;
    const s3 = s2 * share;
    const reach = b.time - begin;
    return (
      (2 * s3 - 3 * s2 + 1) * from +
      (s3 - 2 * s2 + share) * leave * reach +
      (3 * s2 - 2 * s3) * to +
      (s3 - s2) * arrive * reach
    );
  };
  const leaves = begin === a.time ? p : { x: 0, y: 0 };
  return { x: mix(a.at.x, b.at.x, leaves.x, q.x), y: mix(a.at.y, b.at.y, leaves.y, q.y) };
}

/** A small tremor of the hand. */
function tremor(time: number, phase: number): number {
  return 0.9 * Math.sin(time / 83 + phase) + 0.5 * Math.sin(time / 31 + 2 * phase);
}
