import type { PlayableSpinner } from '../beatmap/index.ts';
import type { SpinnerPlay } from '../play/index.ts';
import { isRecorded } from './cursor-path.ts';
import type { Evidence } from './evidence.ts';
import type { Finding } from './mistake.ts';

/** A spinner has less than the best result because it turned too little (rule MC13). */
export function spinnerCause(
  evidence: Evidence,
  { startTime, endTime }: PlayableSpinner,
  { progress, requiredForGreat }: SpinnerPlay,
): Finding {
  const { map } = evidence.play;
  if (!isRecorded(evidence, { from: startTime, to: endTime })) return { cause: 'unknown' };
  const unit = map.rules === 'lazer' ? 1 : 0.5;
  const turns = (progress.at(-1) ?? 0) * unit;
  const minutes = (endTime - startTime) / map.clockRate / 60_000;
  return {
    cause: 'spinner-short',
    spins: { turns, required: requiredForGreat * unit, rpm: minutes > 0 ? turns / minutes : 0 },
  };
}
