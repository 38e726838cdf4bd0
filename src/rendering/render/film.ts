import { type Pace, songAfter } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import type { SceneRenderer } from '../scene-loader/index.ts';
import { type PcmStream, sampleRate, type VideoEncoder } from '../video/index.ts';

/** Which moments become pictures. */
export interface Take {
  /** Song time of the first. */
  readonly start: Millis;
  readonly frames: number;
  readonly fps: number;
  /** How the song runs, and how many times as fast the video does. */
  readonly pace: Pace;
  readonly speed: number;
  /** Song milliseconds a millisecond of video, on average. */
  readonly rate: number;
  /** Whether the play ends with it. */
  readonly isLast: boolean;
}

/** A stretch of a take. */
export interface FrameRange {
  readonly first: number;
  readonly frames: number;
}

/** What is filmed: it draws a moment, and has it ready for the encoder then. */
export interface Filmed {
  readonly draw: SceneRenderer['draw'];
  readonly compositor: { i420(): Uint8Array; changedTiles(): Uint8Array | undefined };
}

export interface Filming {
  readonly video: VideoEncoder;
  /** All of the take unless given. */
  readonly range?: FrameRange;
  /** What is heard with it, where the video has sound. */
  readonly sound?: PcmStream;
  readonly signal?: AbortSignal;
  readonly onFrame?: (done: number) => void;
}

/** Sound is mixed this far at once, before all but the first of the pictures it belongs to; no picture waits long for it. */
const soundBlockMs = 100;

/** Shows every moment to the encoder: a picture is drawn while those before are encoded. */
export async function film(stage: Filmed, take: Take, filming: Filming): Promise<void> {
  const { video, sound, signal, onFrame, range = { first: 0, frames: take.frames } } = filming;
  const framesABlock = Math.max(1, Math.round((soundBlockMs / 1000) * take.fps));
  let encoding: Promise<void> = Promise.resolve();
  let mixed = 0;

  /** Encoded beside the pictures; what goes wrong is thrown with the next block, or by the pictures before. */
  async function passSound(from: PcmStream, untilFrame: number): Promise<void> {
    await encoding;
    const end = samplesOf(take, untilFrame);
    encoding = video.audio(from.read(end - mixed));
    encoding.catch(() => {});
    mixed = end;
  }

  // Asked for before the first is drawn, nothing but planes is ever painted, and the room for a picture is never touched.
  stage.compositor.i420();
  for (let done = 0; done < range.frames; done++) {
    signal?.throwIfAborted();
    await stage.draw(songTimeOf(take, range.first + done));
    await video.frame(stage.compositor.i420(), stage.compositor.changedTiles());
    onFrame?.(done + 1);
    if (sound && done % framesABlock === 0) await passSound(sound, Math.min(done + framesABlock, range.frames));
  }
  await encoding;
}

/** The song time that a frame shows. */
export function songTimeOf(take: Take, frame: number): Millis {
  return songTimeAt(take, (frame * 1000) / take.fps);
}

/** The song time at a time of the video. */
export function songTimeAt({ pace, start, speed }: Take, videoMs: number): Millis {
  return songAfter(pace, start, videoMs * speed);
}

/** How many samples are heard until a frame. */
export function samplesOf({ fps }: Take, frames: number): number {
  return Math.round((frames / fps) * sampleRate);
}
