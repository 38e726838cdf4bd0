import { sampleRate } from '../encoder.ts';
import type { AudioSource } from './audio-input.ts';
import { bendSpeed } from './bend-speed.ts';
import { decodeStream } from './decode.ts';
import type { PcmStream } from './pcm.ts';
import { type Course, stretchTime } from './time-stretch.ts';

export interface SongOptions {
  /** Song time at which the video begins; the song is silent before 0. */
  readonly startMs: number;
  /** How the song is brought to the play's speed; what `Mods` say of it. */
  readonly frequency: number;
  readonly tempo: number;
  /** Where the speed changes on the way, apart from these. */
  readonly bend?: SongBend;
}

/** What is heard of a song when, counted from where it begins to be heard. */
export interface SongBend {
  readonly songMsAt: (heardMs: number) => number;
  readonly heardMsAt: (songMs: number) => number;
  /** Whether the pitch goes with the speed. */
  readonly withPitch: boolean;
}

/** A song as it sounds in the video from its first moment on; null where there is nothing to decode. */
export function openSong(source: AudioSource, options: SongOptions): PcmStream | null {
  const { startMs, frequency, tempo, bend } = options;
  const decoded = decodeStream(source, { fromSeconds: Math.max(0, startMs) / 1000, frequency });
  if (!decoded) return null;
  const before = Math.min(0, startMs);
  const silentMs = bend ? -bend.heardMsAt(before) / tempo : -before / (frequency * tempo);
  const heard = bend ? bent(decoded, bend, tempo) : stretchTime(decoded, tempo);
  return afterSilence(heard, Math.round((silentMs / 1000) * sampleRate));
}

function bent(decoded: PcmStream, { songMsAt, heardMsAt, withPitch }: SongBend, tempo: number): PcmStream {
  const ms = sampleRate / 1000;
  const course: Course = {
    placeAt: (played) => songMsAt(played / ms) * ms,
    playedAt: (place) => heardMsAt(place / ms) * ms,
  };
  if (withPitch) return stretchTime(bendSpeed(decoded, course.placeAt), tempo);
  return stretchTime(decoded, {
    placeAt: (played) => course.placeAt(played * tempo),
    playedAt: (place) => course.playedAt(place) / tempo,
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
