import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { FrameSource } from '../../src/rendering/render/encode-frames.ts';
import type { VideoSettings } from '../../src/rendering/video/index.ts';

export interface Quality {
  /** Mean structural similarity of all planes, as FFmpeg's filter prints it, in dB. */
  readonly ssimDb: number;
  readonly psnrDb: number;
}

interface DrawnFrames {
  readonly source: FrameSource;
  readonly frames: number;
}

/** Throws if the ffmpeg program is missing: better before the measurements than after them. */
export function requireFfmpeg(): void {
  const { error } = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' });
  if (error) throw new Error('ffmpeg measures the quality: install it first.', { cause: error });
}

/** Compares a video with the frames it was encoded from. Needs the ffmpeg program. */
export async function qualityOf(video: VideoSize & { readonly file: string }, drawn: DrawnFrames): Promise<Quality> {
  const [quality] = await qualitiesOf([video.file], video, drawn);
  return quality!;
}

type VideoSize = Pick<VideoSettings, 'width' | 'height' | 'fps'>;

/** Compares several videos with the frames they were encoded from, which are drawn once. */
export async function qualitiesOf(
  files: readonly string[],
  size: VideoSize,
  { source, frames }: DrawnFrames,
): Promise<Quality[]> {
  const comparisons = files.map((file) => startComparison(file, size));
  for (let frame = 0; frame < frames; frame++) {
    await source.draw(frame);
    for (const { add } of comparisons) await add(source.compositor.i420());
  }
  return Promise.all(comparisons.map(({ finish }) => finish()));
}

function startComparison(file: string, { width, height, fps }: VideoSize) {
  // Both inputs get the number of the frame as their time, so that rounded times cannot shift one against the other.
  const byNumber = `settb=1/${fps},setpts=N,split`;
  const filters = `[0:v]${byNumber}[a][b];[1:v]${byNumber}[c][d];[a][c]ssim;[b][d]psnr`;
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', `${fps}`, '-i', '-'];
  const ffmpeg = spawn('ffmpeg', ['-hide_banner', '-i', file, ...raw, '-lavfi', filters, '-f', 'null', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let printed = '';
  ffmpeg.stderr.on('data', (text: Buffer) => {
    printed += text;
  });
  const ended = once(ffmpeg, 'close');

  return {
    async add(planes: Uint8Array): Promise<void> {
      if (!ffmpeg.stdin.write(planes)) await once(ffmpeg.stdin, 'drain');
    },
    async finish(): Promise<Quality> {
      ffmpeg.stdin.end();
      await ended;
      const [, ssim] = /SSIM .*All:[\d.]+ \(([\d.]+)\)/.exec(printed) ?? [];
      const [, psnr] = /PSNR .*average:([\d.]+)/.exec(printed) ?? [];
      if (ssim === undefined || psnr === undefined) throw new Error(`ffmpeg printed no quality:\n${printed}`);
      return { ssimDb: Number(ssim), psnrDb: Number(psnr) };
    },
  };
}
