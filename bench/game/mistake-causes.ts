import { parseBeatmap } from '../../src/game/beatmap/index.ts';
import { costsOf, findMistakes } from '../../src/game/mistakes/index.ts';
import { modsOf } from '../../src/game/mods/index.ts';
import { judge, playedFrames } from '../../src/game/play/index.ts';
import { createRosuPp } from '../../src/game/pp/index.ts';
import { readPair, realPairs } from '../../test/support/replays/real-pairs.ts';
import { round } from '../round.ts';

const pp = createRosuPp();

/**
 * Measures finding the causes of all mistakes compared with judging the same plays, and the costs of the play with the most
 * mistakes. Prints one JSON object; nothing without shared data.
 */
export function reportMistakeCauses(fastest: (runs: number, work: () => void) => number): void {
  const pairs = realPairs();
  if (pairs.length === 0) return;
  const total = { mistakes: 0, judgeMs: 0, findMs: 0 };
  let most = { mistakes: 0, costsMs: 0 };
  for (const pair of pairs) {
    const { replay, osu } = readPair(pair);
    const { beatmap } = parseBeatmap(osu);
    const mods = modsOf(replay);
    const play = judge(beatmap, replay, mods);
    const frames = playedFrames(replay.frames, beatmap);
    const mistakes = findMistakes(play, frames, mods);
    total.mistakes += mistakes.length;
    total.judgeMs += fastest(5, () => judge(beatmap, replay, mods));
    // A single run is shorter than the clock of the processor time can tell.
    const repeats = 20;
    total.findMs +=
      fastest(5, () => {
        for (let i = 0; i < repeats; i++) findMistakes(play, frames, mods);
      }) / repeats;
    if (mistakes.length > most.mistakes) {
      most = { mistakes: mistakes.length, costsMs: fastest(5, () => costsOf(play, mistakes, { osu, mods, pp })) };
    }
  }
  console.log(
    JSON.stringify({
      bench: 'game',
      part: 'mistakes',
      plays: pairs.length,
      mistakes: total.mistakes,
      judgeMs: round(total.judgeMs, 2),
      findMs: round(total.findMs, 2),
      shareOfJudging: round(total.findMs / total.judgeMs, 3),
      costs: { mistakes: most.mistakes, ms: round(most.costsMs, 2) },
    }),
  );
}
