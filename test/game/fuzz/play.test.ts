import { expect, test } from 'vitest';
import { parseBeatmap } from '../../../src/game/beatmap/index.ts';
import { habitSumsOf, habitsOf } from '../../../src/game/habits/index.ts';
import { findMistakes } from '../../../src/game/mistakes/index.ts';
import { lazerMods, type Mods, stableMods } from '../../../src/game/mods/index.ts';
import { proposeMoments } from '../../../src/game/moments/index.ts';
import { playedFrames } from '../../../src/game/play/index.ts';
import { frameAt, printDisplayList, soundsOf } from '../../../src/rendering/scene/index.ts';
import { denseMap } from '../../support/beatmaps/dense-map.ts';
import { fuzz, fuzzCases } from '../../support/files/fuzz.ts';
import { modBit, moving, replayOf } from '../../support/replays/build-play.ts';
import { buildSceneOfReplay } from '../../support/scene/build-scene.ts';

/** `npm run fuzz` runs more cases and needs more time. */
const timeLimitMs = 600_000 * Math.max(1, fuzzCases / 2000);

const nightcore = 512 | modBit.DT;
const played: readonly Mods[] = [
  stableMods(modBit.NF),
  stableMods(modBit.NF | nightcore),
  lazerMods([]),
  lazerMods(['NC', 'MU', 'WU', 'NF'].map((acronym) => ({ acronym, settings: {} }))),
];

const replay = replayOf(moving(0, 9000, 16, (t) => [(t / 10) % 512, (t / 17) % 384, t % 112 === 0 ? 5 : 0]));

/** Judges, analyses and shows a play of a map. A case takes many times as long as parsing, so there are fewer. */
test('plays of mutated maps are judged, analysed and shown, quickly and in little memory', {
  timeout: timeLimitMs,
}, async () => {
  let readings = 0;
  const report = await fuzz({
    samples: [denseMap],
    cases: Math.ceil(fuzzCases / 10),
    read(bytes) {
      const mods = played[readings++ % played.length]!;
      const scene = buildSceneOfReplay(bytes, replay, { mods });
      const { play } = scene;
      const mistakes = findMistakes(play, playedFrames(replay.frames, parseBeatmap(bytes).beatmap), mods);
      const moments = proposeMoments({ play, mistakes, strains: [] });
      requireNumbers(JSON.stringify({ mistakes, moments, habits: habitsOf(habitSumsOf(play, mods)) }, nameOddNumbers));
      requireNumbers(JSON.stringify(soundsOf(scene), nameOddNumbers));
      const { start, end } = scene.span;
      for (const share of [0, 0.1, 0.5, 0.9, 1]) {
        requireNumbers(printDisplayList(frameAt(scene, start + (end - start) * share)));
      }
    },
  });
  console.log(JSON.stringify(report));
  expect(report.slowestMs).toBeLessThan(5000);
  expect(report.memoryMb).toBeLessThan(512);
  expect(report.accepted).toBeGreaterThan(report.cases / 2);
});

/** JSON has no such numbers and would write null. */
function nameOddNumbers(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function requireNumbers(text: string): void {
  const odd = /.{0,80}(NaN|Infinity).{0,20}/.exec(text);
  if (odd !== null) throw new Error(`A value is no number: ${odd[0]}`);
}
