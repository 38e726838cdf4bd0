/** A sound that is being played once, from the frame of the mix where it began. */
interface Voice {
  readonly samples: Float32Array;
  readonly start: number;
  left: number;
  right: number;
}

/** How loud each side is. The nearer side keeps its volume, the farther loses it: the game's sound library's way. */
export function stereoGains(volume: number, balance: number): { left: number; right: number } {
  const side = Math.min(1, Math.max(-1, balance));
  return { left: volume * (1 - Math.max(0, side)), right: volume * (1 + Math.min(0, side)) };
}

/** Plays any number of sounds at a time. */
export interface SamplePlayer {
  play(samples: Float32Array, start: number, look: { volume: number; balance: number }): void;
  /** Adds what is heard from the frame `from` on. */
  mixInto(out: Float32Array, from: number): void;
}

export function createSamplePlayer(): SamplePlayer {
  let voices: Voice[] = [];
  /** The same sound begun at the same frame is one voice, louder: a pile of objects costs no more than one. */
  let latest = { start: Number.NaN, bySound: new Map<Float32Array, Voice>() };

  return {
    play(samples, start, { volume, balance }) {
      const { left, right } = stereoGains(volume, balance);
      if (latest.start !== start) latest = { start, bySound: new Map() };
      const known = latest.bySound.get(samples);
      if (known) {
        known.left += left;
        known.right += right;
        return;
      }
      const voice = { samples, start, left, right };
      latest.bySound.set(samples, voice);
      voices.push(voice);
    },
    mixInto(out, from) {
      const end = from + out.length / 2;
      for (const { samples, start, ...gains } of voices) {
        const first = Math.max(from, start);
        const last = Math.min(end, start + samples.length / 2);
        add(samples.subarray((first - start) * 2, (last - start) * 2), out.subarray((first - from) * 2), gains);
      }
      voices = voices.filter(({ samples, start }) => start + samples.length / 2 > end);
    },
  };
}

function add(samples: Float32Array, out: Float32Array, { left, right }: { left: number; right: number }): void {
  for (let index = 0; index < samples.length; index += 2) {
    out[index]! += samples[index]! * left;
    out[index + 1]! += samples[index + 1]! * right;
  }
}
