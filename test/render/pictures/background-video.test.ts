import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { circle, expectColour, frames, prepareScenery } from '../../support/rendering/scenery-render.ts';
import { type PlayParts, pixelOf, plainPng, renderPlay } from '../../support/rendering/test-render.ts';
import { encodeTestClip } from '../../support/video/test-clip.ts';

describe('a video', () => {
  /** One second of each colour, as YUV and as RGB. */
  const seconds = [
    { yuv: [81, 90, 240], rgb: [255, 0, 0] },
    { yuv: [145, 54, 34], rgb: [0, 255, 0] },
    { yuv: [41, 240, 110], rgb: [0, 0, 255] },
    { yuv: [235, 128, 128], rgb: [255, 255, 255] },
  ] as const;
  let folder = '';
  let clip: Uint8Array;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-scenery-'));
    const file = join(folder, 'clip.avi');
    clip = await encodeTestClip({
      file,
      format: 'avi',
      codec: 'mpeg4',
      frames: 100,
      fps: 25,
      colour: (frame) => seconds[Math.floor(frame / 25)]!.yuv,
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const background = [90, 60, 30];
  /** In a stable play the video fades in for its first second and out in its last. */
  const shownAt = (t: number): number[] => {
    const alpha = Math.min(1, t / 1000, (4000 - t) / 1000);
    return seconds[Math.floor(t / 1000)]!.rgb.map((value, i) => value * alpha + background[i]! * (1 - alpha));
  };

  const withVideo = (offset: number, more: Partial<PlayParts> = {}): PlayParts => ({
    events: ['0,0,"bg.png",0,0', `Video,${offset},"clip.avi"`],
    set: { 'bg.png': plainPng('rgb(90,60,30)'), 'clip.avi': clip },
    ...more,
  });

  test('shows the frame of the moment, whatever was drawn before', async () => {
    const { pixelAt } = await prepareScenery(withVideo(0));
    for (const t of [900, 1500, 3900, 2500, 600, 3999, 1001]) expectColour(await pixelAt(t, 320, 300), shownAt(t), 6);
  });

  test.each([-1500, -250, 700, 5000])(
    'with an offset of %d begins then, and is followed by the background',
    async (offset) => {
      const { pixelAt } = await prepareScenery(withVideo(offset));
      for (const at of [600, 1500, 3500]) expectColour(await pixelAt(offset + at, 320, 300), shownAt(at), 6);
      for (const at of [-10, 4010]) expectColour(await pixelAt(offset + at, 320, 300), background);
    },
  );

  test('fades in for a second, and is dimmed', async () => {
    const { pixelAt } = await prepareScenery(withVideo(1000));
    expectColour(await pixelAt(1500, 320, 300), [(90 + 255) / 2, 30, 15], 6);
    const dim = await prepareScenery(withVideo(0, { options: { backgroundDim: 0.8 } }));
    expectColour(await dim.pixelAt(1500, 320, 300), [0, 51, 0], 4);
  });

  test('is in sync with the song at any speed and from any start', async () => {
    const { read } = await renderPlay({
      objects: [circle],
      frames,
      ...withVideo(-500),
      modBits: 64,
      options: { start: 1200, end: 2400, video: true, backgroundDim: 0, width: 320, height: 180, fps: 30 },
    });
    // Each frame is 50 ms of the song from 1,200 ms on: the video reaches two seconds at 1,500 ms, in the seventh frame.
    const { pictures } = read([0, 4, 8, 22]);
    const colourOf = (frame: number) => pixelOf(pictures.get(frame)!, { width: 320, height: 180 }, [160, 150]);
    const bt709 = { green: [173, 42, 26], blue: [32, 240, 118], white: [235, 128, 128] };
    expectColour(colourOf(0), bt709.green, 8);
    expectColour(colourOf(4), bt709.green, 8);
    expectColour(colourOf(8), bt709.blue, 8);
    expectColour(colourOf(22), bt709.blue, 8);
  });

  test.each<[what: string, bytes: Uint8Array | null, problem: string]>([
    ['is missing', null, 'is not in the set'],
    ['is empty', new Uint8Array(), 'is broken'],
    ['is an image', plainPng('red'), 'is broken'],
  ])('that %s is replaced by the background, with one note', async (_, bytes, problem) => {
    const set = { 'bg.png': plainPng('rgb(90,60,30)'), ...(bytes && { 'clip.avi': bytes }) };
    const { pixelAt, notes } = await prepareScenery(withVideo(0, { set }));
    expectColour(await pixelAt(1500, 320, 300), background);
    expect(notes.filter((note) => note.startsWith('The video "clip.avi"'))).toEqual([expect.stringContaining(problem)]);
  });

  test('is not drawn without the option', async () => {
    const { pixelAt } = await prepareScenery(withVideo(0, { options: { video: false } }));
    expectColour(await pixelAt(1500, 320, 300), background);
  });
});
