import { sampleRate } from '../encoder.ts';
import type { AudioSource } from './audio-input.ts';
import { decodeStream } from './decode.ts';
import type { PcmStream } from './pcm-stream.ts';
import { stretchTime, type TimeMap } from './time-stretch.ts';
import { playAtVariableSpeed } from './variable-speed.ts';

export interface SongOptions {
  /** Song time at which the video begins; the song is silent before 0. */
  readonly startMs: number;
  /** How the song is brought to the play's speed; what `Mods` say of it. */
  readonly frequency: number;
  readonly tempo: number;
  /** Where the speed changes on the way, apart from these. */
  readonly speedCurve?: SpeedCurve;
}

/** What is heard of a song when, counted from where it begins to be heard. */
export interface SpeedCurve {
  readonly songMsAt: (heardMs: number) => number;
  readonly playedMsAt: (songMs: number) => number;
  /** Whether the pitch goes with the speed. */
  readonly changesPitch: boolean;
}

/** A song as it sounds in the video from its first moment on; null where there is nothing to decode. */
export function openSong(source: AudioSource, options: SongOptions): PcmStream | null {
  const { startMs, frequency, tempo, speedCurve: bend } = options;
  const decoded = decodeStream(source, { fromSeconds: Math.max(0, startMs) / 1000, frequency });
  if (!decoded) return null;
  const before = Math.min(0, startMs);
  const silentMs = bend ? -bend.playedMsAt(before) / tempo : -before / (frequency * tempo);
  const heard = bend ? bent(decoded, bend, tempo) : stretchTime(decoded, tempo);
  return afterSilence(heard, Math.round((silentMs / 1000) * sampleRate));
}

function bent(
  decoded: PcmStream,
  { songMsAt, playedMsAt: heardMsAt, changesPitch: withPitch }: SpeedCurve,
  tempo: number,
): PcmStream {
  const ms = sampleRate / 1000;
  const course: TimeMap = {
    sourceFrameAt: (played) => songMsAt(played / ms) * ms,
    playedFrameAt: (place) => heardMsAt(place / ms) * ms,
  };
  if (withPitch) return stretchTime(playAtVariableSpeed(decoded, course.sourceFrameAt), tempo);
  return stretchTime(decoded, {
    sourceFrameAt: (played) => course.sourceFrameAt(played * tempo),
    playedFrameAt: (place) => course.playedFrameAt(place) / tempo,
  });
}

function afterSilence(stream: PcmStream, silentFrames: number): PcmStream {
  let silent = silentFrames;
  return {
    read(frames) {
      if (silent === 0) return stream.read(frames);
      const quiet = Math.min(silent, frames);
      silent -= quiet;
      const rest = stream.read(frames - quiet);
      const out = new Float32Array(quiet * 2 + rest.length);
      out.set(rest, quiet * 2);
      return out;
    },
    close: stream.close,
  };
}
