/** A sample that is playing, since frame `start` of the mix. */
interface PlayingSample {
  readonly samples: Float32Array;
  readonly start: number;
  left: number;
  right: number;
}

/** Returns the volume of each side. Only the farther side gets quieter, as in the game's sound library. */
export function stereoGains(volume: number, balance: number): { left: number; right: number } {
  const side = Math.min(1, Math.max(-1, balance));
  return { left: volume * (1 - Math.max(0, side)), right: volume * (1 + Math.min(0, side)) };
}

/** Plays any number of samples at the same time. */
export interface SamplePlayer {
  play(samples: Float32Array, start: number, gain: { volume: number; balance: number }): void;
  /** Adds the playing samples to a block of the mix that begins at frame `from`. */
  mixInto(out: Float32Array, from: number): void;
}

export function createSamplePlayer(): SamplePlayer {
  let playing: PlayingSample[] = [];
  /** The same sample at the same frame is played once, louder: a stack of objects costs no more than one. */
  let latest = { start: Number.NaN, bySamples: new Map<Float32Array, PlayingSample>() };

  return {
    play(samples, start, { volume, balance }) {
      const { left, right } = stereoGains(volume, balance);
      if (latest.start !== start) latest = { start, bySamples: new Map() };
      const existing = latest.bySamples.get(samples);
      if (existing) {
        existing.left += left;
        existing.right += right;
        return;
      }
      const added = { samples, start, left, right };
      latest.bySamples.set(samples, added);
      playing.push(added);
    },
    mixInto(out, from) {
      const end = from + out.length / 2;
      for (const { samples, start, ...gains } of playing) {
        const first = Math.max(from, start);
        const last = Math.min(end, start + samples.length / 2);
        add(samples.subarray((first - start) * 2, (last - start) * 2), out.subarray((first - from) * 2), gains);
      }
      playing = playing.filter(({ samples, start }) => start + samples.length / 2 > end);
    },
  };
}

function add(samples: Float32Array, out: Float32Array, { left, right }: { left: number; right: number }): void {
  for (let index = 0; index < samples.length; index += 2) {
    out[index]! += samples[index]! * left;
    out[index + 1]! += samples[index + 1]! * right;
  }
}
