import { sampleRate } from '../encoder.ts';
import type { AudioSource } from './audio-input.ts';
import { decodeStream } from './decode.ts';
import type { PcmStream } from './pcm-stream.ts';
import { stretchTime, type TimeMap } from './time-stretch.ts';
import { playAtVariableSpeed } from './variable-speed.ts';

export interface SongOptions {
  /** The song time at which the video begins; before 0 there is silence. */
  readonly startMs: number;
  /** Bring the song to the speed of the play, as its mods define it: with and without a change of pitch. */
  readonly frequency: number;
  readonly tempo: number;
  /** Changes of speed during the song, in addition to these. */
  readonly speedCurve?: SpeedCurve;
}

/** Maps between song time and playing time, both counted from the start of playing. */
export interface SpeedCurve {
  readonly songMsAt: (playedMs: number) => number;
  readonly playedMsAt: (songMs: number) => number;
  /** Whether the pitch changes with the speed. */
  readonly changesPitch: boolean;
}

/** Opens a song as the video plays it from its start; null if the file contains no sound that can be decoded. */
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
