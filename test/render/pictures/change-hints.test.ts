import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { prepareRender, songTimeOf } from '../../../src/rendering/render/index.ts';
import { archiveFiles } from '../../../src/rendering/scene-loader/index.ts';
import { openVideo } from '../../../src/rendering/video/index.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { assets } from '../../support/processes/built-files.ts';
import { smallOptions } from '../../support/rendering/test-render.ts';
import { readVideo } from '../../support/video/read-video.ts';

const [width, height, fps] = [160, 96, 30];

interface DrawnFrame {
  readonly planes: Uint8Array;
  readonly changedTiles: Uint8Array;
}

const demo = {
  replay: readFileSync(join(assets, 'demo/demo.osr')),
  beatmap: { files: archiveFiles(readFileSync(join(assets, 'demo/demo.osz'))) },
};
const plays = new Map([['the demo', demo]]);
if (sharedData === null)
  test('skipped for a real play: there are none on this machine', () => {
    expect(sharedData).toBeNull();
  });
else {
  const replay = join(sharedData, 'replays', 'harumachi-clover-swing_oh-no_NM_jamu.osr');
  const set = join(sharedData, 'beatmaps', 'harumachi-clover.osz');
  plays.set('a real play', { replay: readFileSync(replay), beatmap: { files: archiveFiles(readFileSync(set)) } });
}

// A skipped block that did change would stay on the screen until the next key frame.
describe.each([...plays])('in every frame of %s', (_name, play) => {
  let drawn: readonly DrawnFrame[];

  beforeAll(async () => {
    drawn = await drawAll(play);
  });

  test.each(['ultrafast', 'quick', 'balanced'])(
    'every block looks as it was drawn, also with hints (%s)',
    async (preset) => {
      const folder = mkdtempSync(join(tmpdir(), 'reprise-hints-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const file = join(folder, 'play.mp4');
      const video = await openVideo({ file, width, height, fps, encoder: 'libx264', preset, crf: 12, audio: null });
      for (const { planes, changedTiles } of drawn) await video.addFrame(planes, changedTiles);
      await video.finish();

      const { pictures } = readVideo(
        file,
        drawn.map((_, index) => index),
      );
      const errors = drawn.map(({ planes }, index) => worstBlockError(planes, pictures.get(index)!));
      expect(errors.length).toBeGreaterThan(10 * fps);
      expect(Math.max(...errors)).toBeLessThan(6);
    },
  );
});

async function drawAll(play: typeof demo): Promise<DrawnFrame[]> {
  const options = { ...smallOptions, width, height, fps, motionBlur: true };
  const { schedule, renderer } = await prepareRender({ ...play, skin: null, assets, options });
  const { compositor, draw, close } = renderer;
  const drawn: DrawnFrame[] = [];
  for (let frame = 0; frame < schedule.frames; frame++) {
    await draw(songTimeOf(schedule, frame));
    drawn.push({ planes: compositor.i420().slice(), changedTiles: compositor.changedTiles().slice() });
  }
  await close();
  return drawn;
}

/** The largest mean difference in brightness of a block of 16×16 pixels. */
function worstBlockError(a: Uint8Array, b: Uint8Array): number {
  let worst = 0;
  for (let top = 0; top < height; top += 16)
    for (let left = 0; left < width; left += 16) {
      let sum = 0;
      for (let y = top; y < top + 16; y++)
        for (let x = left; x < left + 16; x++) sum += Math.abs(a[y * width + x]! - b[y * width + x]!);
      worst = Math.max(worst, sum / 256);
    }
  return worst;
}
