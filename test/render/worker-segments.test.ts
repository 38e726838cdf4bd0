import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  prepareRender,
  type RenderProgress,
  type RenderRequest,
  renderOrSplit,
  renderReplay,
} from '../../src/rendering/render/index.ts';
import { readVideo } from '../support/read-video.ts';
import { expectSameQuality, segmentedFrames as frames, readWhole, requestInFolder } from '../support/segment-render.ts';
import { filesIn } from '../support/test-render.ts';

describe('a video of several workers', () => {
  const freeWorkers = { slots: 2, segmentSeconds: 8 };

  test('is planned by the first worker, which writes nothing', async () => {
    const { folder, request } = requestInFolder();
    const opened: unknown[] = [];
    const plan = await renderOrSplit(request, { onOpened: (play) => opened.push(play) }, freeWorkers);
    const lengths = [360, 360, 360, 120];
    expect(plan).toEqual({ segments: lengths.map((length, i) => ({ first: i * 360, frames: length })) });
    expect(opened).toHaveLength(1);
    expect(filesIn(join(folder, 'out'))).toEqual([]);
  });

  test.each<[what: string, changes: (request: RenderRequest) => RenderRequest]>([
    ['it is short', (request) => ({ ...request, options: { ...request.options, end: 8_000 } })],
    [
      'the encoder cannot encode segments',
      (request) => ({ ...request, options: { ...request.options, encoder: 'mpeg4' } }),
    ],
  ])('is not split if %s', async (_, changes) => {
    const { request } = requestInFolder({ processes: 1 });
    const { frames: rendered } = (await renderOrSplit(changes(request), {}, freeWorkers)) as { frames: number };
    expect(readVideo(request.file).times).toHaveLength(rendered);
  });

  test.each([
    [1, [360, 720, 120]],
    [2, [1_200]],
  ])(
    'with %d processes each has every frame, the sound and the quality of a render in one process',
    async (processes, lengths) => {
      const { folder, request } = requestInFolder({ processes });
      const { pool, ...alone } = request;
      const seen: RenderProgress[] = [];
      const notes: string[] = [];
      const encodedSegments: { file: string; frames: number }[] = [];
      for (let first = 0; first < frames; first += encodedSegments.at(-1)!.frames) {
        const segment = { first, frames: lengths[encodedSegments.length]! };
        const file = join(folder, `${first}.mp4`);
        const { frames: rendered } = await renderReplay(
          { ...alone, pool, segment, file },
          { onProgress: (progress) => seen.push(progress), onNote: (note) => notes.push(note) },
        );
        encodedSegments.push({ file, frames: rendered });
        expect(seen.findLast(({ stage }) => stage === 'rendering')).toMatchObject({
          frame: rendered,
          frames: rendered,
        });
        expect(readVideo(file).codecs).toEqual(['h264']);
      }
      expect(notes.includes('Rendering with 2 processes.')).toBe(processes > 1);
      expect(encodedSegments.map((segment) => segment.frames)).toEqual(lengths);

      const thumbnail = join(folder, 'out', 'thumbnail.jpg');
      expect(await renderReplay({ ...alone, encodedSegments, thumbnail })).toMatchObject({
        frames,
        durationMs: 20_000,
      });
      expect(filesIn(join(folder, 'out'))).toEqual(['thumbnail.jpg', 'video.mp4']);
      const single = join(folder, 'single.mp4');
      await renderReplay({ ...alone, file: single });
      await expectSameQuality(await prepareRender(request), readWhole(request.file), readWhole(single));
    },
  );

  test('leaves no file if its segments do not match', async () => {
    const { folder, request } = requestInFolder();
    const { pool: _, ...alone } = request;
    const file = join(folder, 'segment.mp4');
    await renderReplay({ ...alone, segment: { first: 0, frames: 120 }, file });
    const encodedSegments = [{ file, frames: 121 }];
    await expect(renderReplay({ ...alone, encodedSegments })).rejects.toThrow('120 frames; expected 121');
    expect(filesIn(join(folder, 'out'))).toEqual([]);
  });
});
