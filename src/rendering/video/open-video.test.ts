import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VideoSettings } from './encoder.ts';
import { openVideo } from './open-video.ts';
import { videoContract } from './video.contract.ts';

describe('a video encoded in process', () => {
  videoContract((settings, options) => openVideo(settings, { ...options, engine: 'node-av' }));
});

// test/render/output/ffmpeg-program.test.ts has the same tests for an ffmpeg program.

describe('an ffmpeg program', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-ffmpeg-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const settings = (): VideoSettings => ({
    file: join(folder, 'out.mp4'),
    width: 640,
    height: 480,
    fps: 60,
    encoder: 'h264_vaapi',
    preset: 'veryfast',
    crf: 20,
    audio: { bitrate: 128_000 },
  });
  const frame = new Uint8Array((640 * 480 * 3) / 2);

  /** Writes a substitute that passes the probe of the encoder and runs `encoding` afterwards. */
  async function program(encoding: string): Promise<string> {
    const path = join(folder, 'ffmpeg');
    await writeFile(path, `#!/bin/sh\ncase "$*" in *lavfi*) exit 0;; esac\nfor file; do :; done\n${encoding}\n`);
    await chmod(path, 0o755);
    return path;
  }

  test('is used if the libraries in process lack the encoder', async () => {
    const ffmpegPath = await program('echo video > "$file"; cat > /dev/null; cat <&3 > /dev/null');
    const video = await openVideo(settings(), { ffmpegPath });
    for (let index = 0; index < 5; index++) await video.addFrame(frame);
    await video.addAudio(new Float32Array(800));
    expect(await video.finish()).toEqual({ bytes: 6, frames: 5 });
    expect((await readdir(folder)).toSorted()).toEqual(['ffmpeg', 'out.mp4']);
  });

  test('that does not exist is named in the error', async () => {
    const missing = openVideo(settings(), { ffmpegPath: join(folder, 'none') });
    await expect(missing).rejects.toMatchObject({ code: 'video/encoder-missing' });
    await expect(missing).rejects.toThrow(/no ffmpeg program at ".*none"/);
  });

  test('that cannot use the encoder is quoted in the error', async () => {
    const path = join(folder, 'ffmpeg');
    await writeFile(path, '#!/bin/sh\necho "No VA display found" >&2\nexit 1\n', { mode: 0o755 });
    const refused = openVideo(settings(), { ffmpegPath: path });
    await expect(refused).rejects.toMatchObject({ code: 'video/encoder-missing' });
    await expect(refused).rejects.toThrow(/h264_vaapi does not work on this machine.*No VA display found/);
  });

  test.each([
    [
      'that dies while it encodes',
      'echo partly > "$file"; head -c 1000000 > /dev/null; echo "out of memory" >&2; exit 3',
    ],
    ['that dies at the end', 'echo partly > "$file"; cat > /dev/null; echo "out of memory" >&2; exit 3'],
  ])('%s is a retriable failure that quotes its output, and leaves no file', async (_, encoding) => {
    const video = await openVideo(settings(), { ffmpegPath: await program(encoding) });
    const died = (async () => {
      for (let index = 0; index < 20; index++) await video.addFrame(frame);
      await video.finish();
    })();
    await expect(died).rejects.toMatchObject({ code: 'video/encoder-died' });
    await expect(died).rejects.toThrow(/code 3: out of memory/);
    expect(await readdir(folder)).toEqual(['ffmpeg']);
  });

  test('that hangs is killed when the video is aborted', async () => {
    const video = await openVideo(settings(), { ffmpegPath: await program('echo partly > "$file"; exec sleep 600') });
    await video.addFrame(frame);
    const stuck = video.addFrame(frame);
    const aborted = expect(stuck).rejects.toThrow('aborted');
    await video.abort();
    await aborted;
    expect(await readdir(folder)).toEqual(['ffmpeg']);
  });
});

test('missing hardware is reported before the first frame', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-video-'));
  const settings = { file: join(folder, 'out.mp4'), width: 640, height: 480, fps: 60, preset: 'veryfast', crf: 20 };
  const encoder = process.platform === 'darwin' ? 'h264_nvenc' : 'h264_videotoolbox';
  const opened = openVideo({ ...settings, encoder, audio: null }, { ffmpegPath: join(folder, 'none') });
  await expect(opened).rejects.toMatchObject({ code: 'video/encoder-missing' });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
