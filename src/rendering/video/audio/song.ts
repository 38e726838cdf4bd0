import { sampleRate } from '../encoder.ts';
import type { AudioSource } from './audio-input.ts';
import { decodeStream } from './decode.ts';
import type { PcmStream } from './pcm-stream.ts';
import { stretchTime, type TimeMap } from './speed/time-stretch.ts';
import { playAtVariableSpeed } from './speed/variable-speed.ts';

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
  const { startMs, frequency, tempo, speedCurve } = options;
  const decoded = decodeStream(source, { fromSeconds: Math.max(0, startMs) / 1000, frequency });
  if (!decoded) return null;
  const before = Math.min(0, startMs);
  const silentMs = speedCurve ? -speedCurve.playedMsAt(before) / tempo : -before / (frequency * tempo);
  const played = speedCurve ? followCurve(decoded, speedCurve, tempo) : stretchTime(decoded, tempo);
  return afterSilence(played, Math.round((silentMs / 1000) * sampleRate));
}

function followCurve(decoded: PcmStream, { songMsAt, playedMsAt, changesPitch }: SpeedCurve, tempo: number): PcmStream {
  const framesPerMs = sampleRate / 1000;
  const timeMap: TimeMap = {
    sourceFrameAt: (frame) => songMsAt(frame / framesPerMs) * framesPerMs,
    playedFrameAt: (frame) => playedMsAt(frame / framesPerMs) * framesPerMs,
  };
  if (changesPitch) return stretchTime(playAtVariableSpeed(decoded, timeMap.sourceFrameAt), tempo);
  return stretchTime(decoded, {
    sourceFrameAt: (frame) => timeMap.sourceFrameAt(frame * tempo),
    playedFrameAt: (frame) => timeMap.playedFrameAt(frame) / tempo,
  });
}

function afterSilence(stream: PcmStream, silentFrames: number): PcmStream {
  let remaining = silentFrames;
  return {
    read(frames) {
      if (remaining === 0) return stream.read(frames);
      const silent = Math.min(remaining, frames);
      remaining -= silent;
      const rest = stream.read(frames - silent);
      const out = new Float32Array(silent * 2 + rest.length);
      out.set(rest, silent * 2);
      return out;
    },
    close: stream.close,
  };
}
