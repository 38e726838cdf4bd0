import { realBetween } from '../../game/beatmap/index.ts';
import { createSceneRenderer } from '../scene-loader/index.ts';
import { type AnimationKind, type AnimationPicture, encodeAnimation } from '../video/index.ts';
import { songTimeAt } from './film.ts';
import type { PreparedRender } from './prepare-render.ts';

/** Short and small enough for a chat. */
const seconds = 4;
const fps = 20;
const longestSidePx = 480;

/** Of all of the time, this part lies before the moment it is about. */
const before = 0.6;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Preview extends Size {
  readonly file: string;
  readonly kind: AnimationKind;
  /** Of the video, and when in it there is something to see. */
  readonly lengthMs: number;
  readonly momentMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Writes the moments of a video around a good one as an animation without sound. */
export async function encodePreview(
  { lengthMs, momentMs, signal, ...animation }: Preview,
  pictureAt: (videoMs: number) => Promise<AnimationPicture>,
): Promise<void> {
  const stepMs = 1000 / fps;
  const frames = Math.max(1, Math.min(seconds * fps, Math.floor(lengthMs / stepMs)));
  const first = Math.max(0, Math.min(lengthMs - frames * stepMs, momentMs - before * frames * stepMs));
  async function* pictures() {
    for (let frame = 0; frame < frames; frame++) {
      signal?.throwIfAborted();
      yield await pictureAt(first + frame * stepMs);
    }
  }
  await encodeAnimation({ ...animation, fps }, pictures());
}

/** The same of a play, drawn at the size it has. */
export async function writePreview(
  { props, stage: { compositor }, take }: PreparedRender,
  { file, kind, moment, signal }: Pick<Preview, 'file' | 'kind' | 'signal'> & { readonly moment: number },
): Promise<void> {
  const size = previewSize(compositor);
  const stage = await createSceneRenderer(props, size);
  const lengthMs = (take.frames * 1000) / take.fps;
  const momentMs = realBetween(take.pace, take.start, moment) / take.speed;
  try {
    await encodePreview({ file, kind, ...size, lengthMs, momentMs, signal }, async (videoMs) => {
      await stage.draw(songTimeAt(take, videoMs));
      return stage.compositor.rgba();
    });
  } finally {
    await stage.close();
  }
}

/** As wide to its height as the video. */
export function previewSize({ width, height }: Size): Size {
  const scale = longestSidePx / Math.max(width, height);
  const even = (px: number) => Math.max(2, 2 * Math.round((px * scale) / 2));
  return { width: even(width), height: even(height) };
}
