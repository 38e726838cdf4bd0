import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VideoSettings } from './encoder.ts';
import { openVideo } from './open-video.ts';
import { videoContract } from './video.contract.ts';

const ffmpegPath = process.env.FFMPEG_PATH ?? 'ffmpeg';

describe('in process', () => {
  videoContract((settings, options) => openVideo(settings, { ...options, engine: 'node-av' }));
});

describe('through an ffmpeg program', () => {
  if (isThere(ffmpegPath)) {
    videoContract((settings, options) => openVideo(settings, { ...options, engine: 'ffmpeg', ffmpegPath }));
  } else {
    test('is tried where there is one: there is no ffmpeg in PATH or at FFMPEG_PATH', () => {
      console.log(
        'There is no ffmpeg in PATH or at FFMPEG_PATH: the engine that runs it is tested with stand-ins only.',
      );
      expect(process.env.CI, 'where nobody reads along, nothing is left out').not.toBe('true');
    });
  }
});

describe('a program in place of ffmpeg', () => {
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

  /** `encoding` is what it does when it is not only asked whether the encoder works. */
  async function program(encoding: string): Promise<string> {
    const path = join(folder, 'ffmpeg');
    await writeFile(path, `#!/bin/sh\ncase "$*" in *lavfi*) exit 0;; esac\nfor file; do :; done\n${encoding}\n`);
    await chmod(path, 0o755);
    return path;
  }

  test('is asked when the libraries in process lack the encoder', async () => {
    const ffmpegPath = await program('echo video > "$file"; cat > /dev/null; cat <&3 > /dev/null');
    const video = await openVideo(settings(), { ffmpegPath });
    for (let index = 0; index < 5; index++) await video.addFrame(frame);
    await video.addAudio(new Float32Array(800));
    expect(await video.finish()).toEqual({ bytes: 6, frames: 5 });
    expect((await readdir(folder)).toSorted()).toEqual(['ffmpeg', 'out.mp4']);
  });

  test('that is not there is named', async () => {
    const missing = openVideo(settings(), { ffmpegPath: join(folder, 'none') });
    await expect(missing).rejects.toMatchObject({ code: 'video/encoder-missing' });
    await expect(missing).rejects.toThrow(/no ffmpeg to run at ".*none"/);
  });

  test('that cannot use the encoder is quoted', async () => {
    const path = join(folder, 'ffmpeg');
    await writeFile(path, '#!/bin/sh\necho "No VA display found" >&2\nexit 1\n', { mode: 0o755 });
    const refused = openVideo(settings(), { ffmpegPath: path });
    await expect(refused).rejects.toMatchObject({ code: 'video/encoder-missing' });
    await expect(refused).rejects.toThrow(/h264_vaapi cannot be used here.*No VA display found/);
  });

  test.each([
    ['that dies on the way', 'echo partly > "$file"; head -c 1000000 > /dev/null; echo "out of memory" >&2; exit 3'],
    ['that dies at the end', 'echo partly > "$file"; cat > /dev/null; echo "out of memory" >&2; exit 3'],
  ])('%s is a failure that may pass, with its words and without its file', async (_, encoding) => {
    const video = await openVideo(settings(), { ffmpegPath: await program(encoding) });
    const died = (async () => {
      for (let index = 0; index < 20; index++) await video.addFrame(frame);
      await video.finish();
    })();
    await expect(died).rejects.toMatchObject({ code: 'video/encoder-died' });
    await expect(died).rejects.toThrow(/code 3: out of memory/);
    expect(await readdir(folder)).toEqual(['ffmpeg']);
  });

  test('that reads no more is ended when the video is given up', async () => {
    const video = await openVideo(settings(), { ffmpegPath: await program('echo partly > "$file"; exec sleep 600') });
    await video.addFrame(frame);
    const stuck = video.addFrame(frame);
    const gaveUp = expect(stuck).rejects.toThrow('given up');
    await video.abort();
    await gaveUp;
    expect(await readdir(folder)).toEqual(['ffmpeg']);
  });
});

test('hardware that is not there is refused before the first picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-video-'));
  const settings = { file: join(folder, 'out.mp4'), width: 640, height: 480, fps: 60, preset: 'veryfast', crf: 20 };
  const encoder = process.platform === 'darwin' ? 'h264_nvenc' : 'h264_videotoolbox';
  const opened = openVideo({ ...settings, encoder, audio: null }, { ffmpegPath: join(folder, 'none') });
  await expect(opened).rejects.toMatchObject({ code: 'video/encoder-missing' });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
