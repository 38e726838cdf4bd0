import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findMistakes } from '../src/game/mistakes/index.ts';
import { judge, playedFrames } from '../src/game/play/index.ts';
import { nodePlatform } from '../src/rendering/render/index.ts';
import { createMistakePictureRenderer } from '../src/rendering/scene-loader/index.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { median } from './median.ts';
import { type JudgedReplay, readAndJudge } from './mistakes/judged-replay.ts';
import { writeSheet } from './mistakes/sheet.ts';
import { round } from './round.ts';

/**
 * Measures for every shared replay how long judging, finding the mistakes and drawing their pictures take; prints one JSON
 * object per line. With `REPLAY BEATMAP SHEET.png [COUNT]` it writes the pictures of a play's mistakes into one PNG instead.
 */
export async function run(): Promise<void> {
  const [replay, beatmap, sheet, count = '40'] = process.argv.slice(3);
  if (replay !== undefined) {
    if (beatmap === undefined || sheet === undefined)
      throw new Error('Usage: mistakes REPLAY BEATMAP SHEET.png [COUNT]');
    await writeSheet(await readAndJudge(replay, beatmap), sheet, Number(count));
    return;
  }
  if (sharedData === null) {
    console.log('No real replays are available.');
    return;
  }
  const { replays } = JSON.parse(readFileSync(join(sharedData, 'manifest.json'), 'utf8')) as {
    replays: { id: string; category: string; path: string; map_path: string }[];
  };
  for (const { id, category, path, map_path } of replays) {
    if (!category.startsWith('pair')) continue;
    await report(id, await readAndJudge(join(sharedData, path), join(sharedData, map_path)));
  }
}

const size = { width: 320, height: 240 };
const runs = 5;

async function report(id: string, judged: JudgedReplay): Promise<void> {
  const { beatmap, replay, mods, play, mistakes } = judged;
  const judgeMs = fastest(() => judge(beatmap, replay, mods));
  const frames = playedFrames(replay.frames, beatmap);
  const findMs = fastest(() => findMistakes(play, frames, mods));
  const renderer = await createMistakePictureRenderer(judged, nodePlatform(resolve('dist/assets')), size);
  const pictures = mistakes.map((mistake) => {
    const startedAt = performance.now();
    renderer.draw(mistake);
    renderer.compositor.rgba();
    return performance.now() - startedAt;
  });
  console.log(
    JSON.stringify({
      bench: 'mistakes',
      replay: id,
      mistakes: mistakes.length,
      judgeMs: round(judgeMs, 2),
      findMs: round(findMs, 2),
      pictureMs: pictures.length === 0 ? null : round(median(pictures), 2),
      pictureMsWorst: pictures.length === 0 ? null : round(Math.max(...pictures), 2),
    }),
  );
}

function fastest(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const startedAt = performance.now();
    work();
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}
