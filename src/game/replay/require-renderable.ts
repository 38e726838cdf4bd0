import { Failure } from '../../failure.ts';
import type { Replay, ReplayHeader } from './replay.ts';

const modeNames = ['osu!standard', 'osu!taiko', 'osu!catch', 'osu!mania'];

/** Refuses, by its header alone, a replay that reads well and still cannot be rendered. */
export function requireRenderableHeader(header: ReplayHeader): void {
  if (header.mode !== 0) {
    throw new Failure(
      'replay/wrong-mode',
      `This is a replay of ${modeNames[header.mode]}; only osu!standard can be rendered.`,
    );
  }
  if (header.frames.length === 0) throw noFrames();
}

/** The same for a replay that has been read as a whole. */
export function requireRenderable(replay: Replay): void {
  requireRenderableHeader(replay.header);
  if (replay.frames.count === 0) throw noFrames();
}

function noFrames(): Failure {
  return new Failure('replay/no-frames', 'The replay has a score but no frames: there is nothing to play back.');
}
