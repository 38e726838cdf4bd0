import { Failure } from '../../failure.ts';
import type { Replay, ReplayHeader } from './replay.ts';

const modeNames = ['osu!standard', 'osu!taiko', 'osu!catch', 'osu!mania'];

/** Refuses a replay whose header shows that it cannot be rendered. */
export function requireRenderableHeader(header: ReplayHeader): void {
  if (header.mode !== 0) {
    throw new Failure(
      'replay/wrong-mode',
      `This is a replay of ${modeNames[header.mode]}; only osu!standard replays can be rendered.`,
    );
  }
  if (header.frames.length === 0) throw noFrames();
}

/** Refuses a replay that cannot be rendered. */
export function requireRenderable(replay: Replay): void {
  requireRenderableHeader(replay.header);
  if (replay.frames.count === 0) throw noFrames();
}

function noFrames(): Failure {
  return new Failure('replay/no-frames', 'The replay has a score but no frames to play back.');
}
