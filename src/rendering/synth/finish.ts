import { highPass } from './filters.ts';
import { gained, type Sound, sampleRate } from './sound.ts';

/** Below what is heard: whatever lies there only pushes speakers off their middle. */
const rumbleHertz = 25;

/** As loud as a peak in decibels below full, without rumble, and with its end faded so that it does not click. */
export function finished(
  input: Sound,
  { peakDb, fadeSeconds = 0.01 }: { peakDb: number; fadeSeconds?: number },
): Sound {
  const fade = Math.min(input.length, Math.round(fadeSeconds * sampleRate));
  const clean = highPass(input, rumbleHertz).map((value, i) => value * Math.min(1, (input.length - 1 - i) / fade));
  return peaking(clean, peakDb);
}

export function peaking(input: Sound, peakDb: number): Sound {
  const peak = input.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return peak === 0 ? input : gained(input, 10 ** (peakDb / 20) / peak);
}

/**
 * A loop without a seam: the first part of the result fades over from what came after its end, so that going round goes
 * on as the sound itself did. The input is longer than the loop by the part that is faded over.
 */
export function looped(input: Sound, seconds: number): Sound {
  const length = Math.round(seconds * sampleRate);
  const overlap = input.length - length;
  if (overlap < 0) throw new Error('A loop cannot be longer than what it is made of.');
  return withoutOffset(
    input.slice(0, length).map((value, i) => {
      if (i >= overlap) return value;
      // Of equal power: the two ends are different noise and would cancel out in part.
      const turn = (i / overlap) * (Math.PI / 2);
      return value * Math.sin(turn) + input[length + i]! * Math.cos(turn);
    }),
  );
}

/** Centred on zero. Adds the same to every sample, so that a loop keeps going round without a seam. */
function withoutOffset(input: Sound): Sound {
  const mean = input.reduce((sum, value) => sum + value, 0) / Math.max(1, input.length);
  return input.map((value) => value - mean);
}
