import { sampleRate } from '../encoder.ts';
import type { AudioSource } from './audio-input.ts';
import { decodeStream } from './decode.ts';
import type { PcmStream } from './pcm.ts';
import { stretchTime } from './time-stretch.ts';

export interface SongOptions {
  /** Song time at which the video begins; the song is silent before 0. */
  readonly startMs: number;
  /** How the song is brought to the play's speed; what `Mods` say of it. */
  readonly frequency: number;
  readonly tempo: number;
}

/** A song as it sounds in the video from its first moment on; null where there is nothing to decode. */
export function openSong(source: AudioSource, { startMs, frequency, tempo }: SongOptions): PcmStream | null {
  const decoded = decodeStream(source, { fromSeconds: Math.max(0, startMs) / 1000, frequency });
  if (!decoded) return null;
  const silentMs = Math.max(0, -startMs) / (frequency * tempo);
  return afterSilence(stretchTime(decoded, tempo), Math.round((silentMs / 1000) * sampleRate));
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
