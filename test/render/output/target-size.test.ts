import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderFiles, prepareRender, type RenderOptions, renderReplay } from '../../../src/rendering/render/index.ts';
import { requestInFolder } from '../../support/rendering/segment-render.ts';
import { filesIn } from '../../support/rendering/test-render.ts';
import { readVideo } from '../../support/video/read-video.ts';

/** Four seconds whose quality needs several times the target. */
const options = { crf: 1, fps: 30, end: 4_500, targetSizeMb: 0.12 };
const frames = 120;

async function bytesOf(changes: Partial<RenderOptions>): Promise<number> {
  const { request } = requestInFolder({ processes: 1, options: { ...options, ...changes } });
  return (await renderReplay(request)).bytes;
}

/** As many frames as two processes need. */
const longer = { fps: 120, end: 10_500, targetSizeMb: 0.3 };

test.each([
  [1, options, frames],
  [2, { ...options, ...longer }, 1_200],
])('a video of %i process(es) uses its target size and never exceeds it; notes come once', async (...values) => {
  const [processes, chosen, expectedFrames] = values;
  const { request, folder } = requestInFolder({ processes, options: chosen });
  const set = join(folder, 'set');
  writeFileSync(join(set, 'bg.png'), 'not a picture');
  const notes: string[] = [];
  const hooks = { onNote: (note: string) => notes.push(note) };
  const { bytes } = await renderReplay({ ...request, beatmap: { files: folderFiles(set) } }, hooks);
  expect(bytes).toBeLessThanOrEqual(chosen.targetSizeMb * 1e6);
  expect(bytes).toBeGreaterThan(chosen.targetSizeMb * 5e5);
  expect(readVideo(request.file, []).times).toHaveLength(expectedFrames);
  expect(notes.filter((note) => note.includes('again'))).toEqual([]);
  expect(notes.filter((note) => note.startsWith('The background is broken'))).toHaveLength(1);
});

test('a video that is small anyway keeps its quality', async () => {
  const without = await bytesOf({ targetSizeMb: null, crf: 30 });
  expect((await bytesOf({ targetSizeMb: 5, crf: 30 })) / without).toBeCloseTo(1, 2);
});

test('a picture with too many pixels for the target is smaller', async () => {
  const { request } = requestInFolder({ options: { ...options, width: 1280, height: 720 } });
  const { renderer, encoding } = await prepareRender(request);
  await renderer.close();
  expect(encoding).toMatchObject({ width: 854, height: 480 });
});

test('a video of joined segments that is too large is rendered again', async () => {
  const { request, folder } = requestInFolder({ options: { ...options, targetSizeMb: null } });
  const segment = { first: 0, frames };
  const file = `${folder}/segment.mp4`;
  const segmentBytes = (await renderReplay({ ...request, segment, file })).bytes;
  expect(segmentBytes).toBeGreaterThan(160_000);
  const notes: string[] = [];
  const { bytes } = await renderReplay(
    { ...request, encodedSegments: [{ file, frames }], options: { ...request.options, ...options } },
    { onNote: (note) => notes.push(note) },
  );
  expect(bytes).toBeLessThanOrEqual(120_000);
  expect(notes).toContainEqual(expect.stringMatching(/^The video had \d\.\d MB.*again\.$/));
});

test('a video that cannot be as small as its target leaves no file', async () => {
  // Lossless: the encoder then has no way to limit the rate.
  const { request, folder } = requestInFolder({ options: { ...options, crf: 0, targetSizeMb: 0.2 } });
  const thumbnail = `${folder}/out/thumbnail.jpg`;
  await expect(renderReplay({ ...request, thumbnail })).rejects.toThrow(
    /^The video has .* MB, more than the target size\./,
  );
  expect(filesIn(`${folder}/out`)).toEqual([]);
});
