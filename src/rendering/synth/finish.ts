import { highPass } from './filters.ts';
import { gained, type Sound, sampleRate } from './sound.ts';

/** Inaudible frequencies, which only waste headroom. */
const rumbleHertz = 25;

/** Normalises to a peak in decibels below full scale, removes rumble, and fades the end out to avoid a click. */
export function normalised(
  input: Sound,
  { peakDb, fadeSeconds = 0.01 }: { peakDb: number; fadeSeconds?: number },
): Sound {
  const fade = Math.min(input.length, Math.round(fadeSeconds * sampleRate));
  const clean = highPass(input, rumbleHertz).map((value, i) => value * Math.min(1, (input.length - 1 - i) / fade));
  return withPeak(clean, peakDb);
}

export function withPeak(input: Sound, peakDb: number): Sound {
  const peak = input.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return peak === 0 ? input : gained(input, 10 ** (peakDb / 20) / peak);
}

/**
 * A seamless loop: the start of the result is a cross-fade from the samples after its end.
 * The input is longer than the loop by the length of the cross-fade.
 */
export function looped(input: Sound, seconds: number): Sound {
  const length = Math.round(seconds * sampleRate);
  const overlap = input.length - length;
  if (overlap < 0) throw new Error('A loop cannot be longer than what it is made of.');
  return withoutOffset(
    input.slice(0, length).map((value, i) => {
      if (i >= overlap) return value;
      // Equal-power cross-fade: the two ends are uncorrelated noise and would partly cancel.
      const turn = (i / overlap) * (Math.PI / 2);
      return value * Math.sin(turn) + input[length + i]! * Math.cos(turn);
    }),
  );
}

/** Removes the DC offset. It adds the same value to every sample, so a loop stays seamless. */
function withoutOffset(input: Sound): Sound {
  const mean = input.reduce((sum, value) => sum + value, 0) / Math.max(1, input.length);
  return input.map((value) => value - mean);
}
