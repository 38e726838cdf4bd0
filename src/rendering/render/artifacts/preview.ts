import { createVideoRenderer } from '../../scene-loader/index.ts';
import { type AnimationKind, type AnimationPicture, encodeAnimation } from '../../video/index.ts';
import { createFrameDrawer } from '../frame-drawer.ts';
import { frameOf, videoLengthMs } from '../frame-schedule.ts';
import type { PreparedRender } from '../prepare-render.ts';

/** Short and small enough for a chat message. */
const maxSeconds = 4;
const fps = 20;
const maxSidePx = 480;

/** The fraction of the animation before its moment. */
const leadRatio = 0.6;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Preview extends Size {
  readonly file: string;
  readonly kind: AnimationKind;
  /** The length of the video, and the moment in it that the animation is about. */
  readonly lengthMs: number;
  readonly momentMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Encodes a few seconds of a video around a moment as an animation without sound. */
export async function encodePreview(
  { lengthMs, momentMs, signal, ...animation }: Preview,
  pictureAt: (videoMs: number) => Promise<AnimationPicture>,
): Promise<void> {
  const stepMs = 1000 / fps;
  const frames = Math.max(1, Math.min(maxSeconds * fps, Math.floor(lengthMs / stepMs)));
  const first = Math.max(0, Math.min(lengthMs - frames * stepMs, momentMs - leadRatio * frames * stepMs));
  async function* pictures() {
    for (let frame = 0; frame < frames; frame++) {
      signal?.throwIfAborted();
      yield await pictureAt(first + frame * stepMs);
    }
  }
  await encodeAnimation({ ...animation, fps }, pictures());
}

/** Draws the preview of a play at the size of the preview. */
export async function writePreview(
  { scenes, renderer: { compositor }, schedule }: PreparedRender,
  { file, kind, moment, signal }: Pick<Preview, 'file' | 'kind' | 'signal'> & { readonly moment: number },
): Promise<void> {
  const size = previewSize(compositor);
  const renderer = await createVideoRenderer(scenes, size);
  const lengthMs = videoLengthMs(schedule);
  const momentMs = ((frameOf(schedule, moment) ?? 0) * 1000) / schedule.fps;
  const drawFrame = createFrameDrawer(
    schedule,
    { draw: renderer.draw, read: () => renderer.compositor.rgba().pixels },
    schedule.fps / fps,
  );
  try {
    await encodePreview({ file, kind, ...size, lengthMs, momentMs, signal }, async (videoMs) => {
      const { pixels } = await drawFrame((videoMs * schedule.fps) / 1000);
      return { ...renderer.compositor.rgba(), pixels };
    });
  } finally {
    await renderer.close();
  }
}

/** The size of a preview, with the aspect ratio of the video. */
export function previewSize({ width, height }: Size): Size {
  const scale = maxSidePx / Math.max(width, height);
  const even = (px: number) => Math.max(2, 2 * Math.round((px * scale) / 2));
  return { width: even(width), height: even(height) };
}
