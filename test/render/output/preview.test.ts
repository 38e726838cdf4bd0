import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { type RenderOptions, renderReplay } from '../../../src/rendering/render/index.ts';
import { buildRequest, emptyFolder, filesIn, plainPng } from '../../support/rendering/test-render.ts';
import { taps } from '../../support/replays/build-play.ts';

/** Many objects at 5 seconds, on a background of one colour. */
const parts = {
  objects: ['256,192,1000,1,0', '100,100,5000,1,0', '150,100,5100,1,0', '200,100,5200,1,0', '250,100,9000,1,0'],
  frames: taps([[1000, 256, 192]], 10_000),
  events: ['0,0,"bg.png",0,0'],
  set: { 'bg.png': plainPng('rgb(200,100,50)') },
};

async function renderWith(options: Partial<RenderOptions>) {
  const folder = emptyFolder();
  // The preview has a frame rate of its own.
  const small = { width: 160, height: 90, fps: 10, backgroundDim: 0, ...options };
  const request = buildRequest({ ...parts, options: small });
  const preview = join(folder, 'preview');
  await renderReplay({ ...request, file: join(folder, 'video.mp4'), preview });
  return { folder, preview };
}

test('there is no preview unless it is requested', async () => {
  expect(filesIn((await renderWith({ end: 1000 })).folder)).toEqual(['video.mp4']);
});

test.each([
  ['gif', 5, 160, 90, 4, 480, 270],
  ['webp', 5, 160, 90, 4, 480, 270],
  ['gif', 0.5, 90, 160, 0.5, 270, 480],
] as const)(
  'the %s of %d seconds of a video of %d×%d lasts %d seconds, is %d×%d, small, and looks like the video',
  async (kind, videoSeconds, width, height, seconds, wide, high) => {
    const { preview } = await renderWith({
      preview: kind,
      width,
      height,
      start: 3000,
      end: 3000 + videoSeconds * 1000,
    });
    const bytes = readFileSync(preview);
    expect(bytes.length).toBeLessThan(2_000_000);
    if (kind === 'gif') expect(gifSeconds(bytes)).toBeCloseTo(seconds);
    const image = await loadImage(bytes);
    expect([image.width, image.height]).toEqual([wide, high]);
    const context = createCanvas(wide, high).getContext('2d');
    context.drawImage(image, 0, 0);
    const corner = context.getImageData(2, high - 40, 1, 1).data;
    for (const [channel, value] of [200, 100, 50].entries())
      expect(Math.abs(corner[channel]! - value)).toBeLessThan(25);
  },
);

test('an aborted render leaves no preview', async () => {
  const folder = emptyFolder();
  const stop = new AbortController();
  const options = { width: 160, height: 90, fps: 10, preview: 'gif', end: 1500 } as const;
  const request = buildRequest({ ...parts, options });
  const files = { file: join(folder, 'video.mp4'), preview: join(folder, 'preview') };
  const onProgress = ({ stage }: { stage: string }) => {
    if (stage === 'finishing') stop.abort(new Error('stopped'));
  };
  await expect(renderReplay({ ...request, ...files }, { signal: stop.signal, onProgress })).rejects.toThrow('stopped');
  expect(filesIn(folder)).toEqual([]);
});

/** The sum of the frame delays. */
function gifSeconds(bytes: Buffer): number {
  let hundredths = 0;
  for (let at = bytes.indexOf('21f904', 0, 'hex'); at >= 0; at = bytes.indexOf('21f904', at + 1, 'hex'))
    if (bytes[at + 7] === 0) hundredths += bytes.readUInt16LE(at + 4);
  return hundredths / 100;
}
