import type { Millis } from '../osu/units.ts';
import type { StageSet } from '../stage/index.ts';
import { type PcmStream, sampleRate, type VideoEncoder } from '../video/index.ts';

/** Which moments become pictures. */
export interface Take {
  /** Song time of the first. */
  readonly start: Millis;
  readonly frames: number;
  readonly fps: number;
  /** Song milliseconds a millisecond of video. */
  readonly rate: number;
  /** Whether the play ends with it. */
  readonly isLast: boolean;
}

/** Sound is mixed this far at once, before all but the first of the pictures it belongs to. */
const soundBlockMs = 500;

/** Shows every moment to the encoder: a picture is drawn while the one before is encoded. */
export async function film(
  stage: StageSet,
  take: Take,
  to: { video: VideoEncoder; sound: PcmStream; signal?: AbortSignal; onFrame?: (done: number) => void },
): Promise<void> {
  const { video, sound, signal, onFrame } = to;
  const framesABlock = Math.max(1, Math.round((soundBlockMs / 1000) * take.fps));
  let encoding: Promise<void> = Promise.resolve();
  let mixed = 0;

  /** Encoded beside the pictures; what goes wrong is thrown with the next block, or by the pictures before. */
  async function passSound(untilFrame: number): Promise<void> {
    await encoding;
    const end = Math.round((untilFrame / take.fps) * sampleRate);
    encoding = video.audio(sound.read(end - mixed));
    encoding.catch(() => {});
    mixed = end;
  }

  for (let frame = 0; frame < take.frames; frame++) {
    signal?.throwIfAborted();
    await stage.draw(take.start + (frame * 1000 * take.rate) / take.fps);
    await video.frame(stage.compositor.i420(), stage.compositor.changedTiles());
    onFrame?.(frame + 1);
    if (frame % framesABlock === 0) await passSound(Math.min(frame + framesABlock, take.frames));
  }
  await encoding;
}
