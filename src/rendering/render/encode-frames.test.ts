import { expect, test } from 'vitest';
import { steadyClock } from '../../game/beatmap/song-clock.ts';
import type { PcmStream, VideoEncoder } from '../video/index.ts';
import { encodeFrames } from './encode-frames.ts';
import type { FrameSchedule } from './frame-schedule.ts';

const fps = 10;
const schedule: FrameSchedule = {
  pieces: [{ start: 0, end: 8000, first: 0, frames: 80, fade: 0 }],
  frames: 80,
  fps,
  speed: 1,
  songClock: steadyClock(1),
  rate: 1,
  isLast: true,
};

/** Records how many frames and samples the encoder has when the sound is opened, and in the end. */
function recordingEncoder() {
  const counts = { frames: 0, samples: 0 };
  const video: VideoEncoder = {
    async addFrame() {
      counts.frames++;
    },
    async addAudio(samples) {
      counts.samples += samples.length / 2;
    },
    async flush() {},
    async finish() {
      return { bytes: 0, frames: counts.frames };
    },
    async abort() {},
  };
  return { video, counts };
}

const source = {
  async draw() {},
  compositor: { i420: () => new Uint8Array(0), changedTiles: () => undefined },
};

/** A sound that is opened when the test wants it. */
function laterSound() {
  let open = (_sound: PcmStream) => {};
  const sound = new Promise<PcmStream>((resolve) => {
    open = resolve;
  });
  return { openSound: () => sound, open: () => open(silence) };
}

const silence: PcmStream = { read: (frames) => new Float32Array(frames * 2), close() {} };

test('frames are encoded while the sound is opened, at most five seconds of them', async () => {
  const { video, counts } = recordingEncoder();
  const { openSound, open } = laterSound();
  const encoding = encodeFrames(source, schedule, { video, openSound });
  await expect.poll(() => counts.frames).toBe(5 * fps + 1);
  expect(counts.samples).toBe(0);
  open();
  await encoding;
  expect(counts).toEqual({ frames: 80, samples: 8 * 48_000 });
});

test('a video shorter than the opening of its sound has all of its sound', async () => {
  const { video, counts } = recordingEncoder();
  const { openSound, open } = laterSound();
  const encoding = encodeFrames(source, { ...schedule, frames: 13 }, { video, openSound });
  await expect.poll(() => counts.frames).toBe(13);
  open();
  await encoding;
  expect(counts.samples).toBe(1.3 * 48_000);
});

test('a sound that cannot be opened ends the video', async () => {
  const { video } = recordingEncoder();
  const openSound = () => Promise.reject(new Error('The song is broken.'));
  await expect(encodeFrames(source, schedule, { video, openSound })).rejects.toThrow('The song is broken.');
});

test('the sound is opened after the first frame', async () => {
  const { video, counts } = recordingEncoder();
  let framesBefore: number | undefined;
  const openSound = async () => {
    framesBefore = counts.frames;
    return silence;
  };
  await encodeFrames(source, schedule, { video, openSound });
  expect(framesBefore).toBe(1);
});
