import { readReplay, type WritableReplay, writeReplay } from '../../../src/game/replay/index.ts';
import { type DemoPlayer, demoBeatmap, demoPlayer, type Mistake, playDemo } from '../../../src/rendering/demo/index.ts';
import { createRandom } from '../../../src/rendering/synth/index.ts';

/** The map of the demo. */
export const demoMap = demoBeatmap();

const objects = 160;
const names = [
  'Aurelia',
  'kestrel',
  'Mirage',
  '-Tess-',
  'Oolong',
  'quartz9',
  'Bluebird',
  'Sundial',
  'Nettle',
  'Vesper',
];
const kinds: readonly Mistake[] = ['late', 'early', 'very late', 'forgotten', 'beside', 'let go', 'late', 'early'];

const played: Uint8Array[] = [];

/** Some replays of the demo by generated players of different skill: always the same for the same number. */
export function demoReplays(count: number): Uint8Array[] {
  for (let n = played.length; n < count; n++) played.push(playDemo(demoMap, playerOf(n)));
  return played.slice(0, count);
}

/** The n-th generated player: the first is the best, later ones make more mistakes. */
export function playerOf(n: number, changes: Partial<DemoPlayer> = {}): DemoPlayer {
  const seed = 4000 + 17 * n;
  const random = createRandom(seed);
  // Some good players are among later ones as well.
  const skill = n === 0 ? 0.05 : 0.15 + 0.85 * random();
  const mistakes = new Map<number, Mistake>();
  for (let object = 3; object < objects; object++) {
    if (random() < 0.11 * skill) mistakes.set(object, kinds[Math.floor(random() * kinds.length)]!);
  }
  return {
    ...demoPlayer,
    name: `${names[n % names.length]}${n < names.length ? '' : ` ${Math.floor(n / names.length) + 1}`}`,
    seed,
    timingMs: 5 + 12 * skill,
    maxErrorMs: 20 + 20 * skill,
    aim: 0.1 + 0.15 * skill,
    lagMs: 12 + 20 * skill,
    mistakes,
    ...changes,
  };
}

/** A replay with another header. */
export function changed(bytes: Uint8Array, header: Partial<WritableReplay['header']>): Uint8Array {
  const replay = readReplay(bytes);
  return writeReplay({ ...replay, header: { ...replay.header, ...header } });
}
