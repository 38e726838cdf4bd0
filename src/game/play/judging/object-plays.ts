import type { PlayableSlider } from '../../beatmap/index.ts';
import type { Millis } from '../../units.ts';
import type { ObjectPlay, Result } from '../play.ts';

interface Judged {
  readonly judgedAt: Millis | null;
  readonly result: Result | null;
}

interface PlayedCircle extends Judged {
  readonly kind: 'circle';
}

interface PlayedSlider extends Judged {
  readonly kind: 'slider';
  readonly object: PlayableSlider;
  readonly headJudgedAt: Millis | null;
  readonly headResult: Result | null;
  /** When tracking began and ended, in turn. */
  readonly trackingChanges: readonly number[];
  /** NaN if not judged; may be shorter than the slider's points. */
  readonly pointTimes: ArrayLike<number>;
  readonly pointHits: readonly boolean[];
}

interface PlayedSpinner extends Judged {
  readonly kind: 'spinner';
  readonly required: number;
  readonly requiredForGreat: number;
  readonly times: readonly number[];
  readonly angles: readonly number[];
  readonly progress: readonly number[];
  readonly rpms: readonly number[];
  readonly clearedAt: Millis | null;
  readonly bonuses: readonly Millis[];
  /** Absent: any number. */
  readonly bonusTurns?: number;
}

/** Converts the judging state of an object, of either client, to its result. */
export function objectPlayOf(state: PlayedCircle | PlayedSlider | PlayedSpinner): ObjectPlay {
  const { judgedAt, result } = state;
  if (state.kind === 'circle') return { kind: 'circle', judgedAt, result };
  if (state.kind === 'slider') {
    return {
      kind: 'slider',
      headJudgedAt: state.headJudgedAt,
      headResult: state.headResult,
      tracking: Float64Array.from(state.trackingChanges),
      points: state.object.points.map((_, i) => {
        const time = state.pointTimes[i] ?? Number.NaN;
        return { judgedAt: Number.isNaN(time) ? null : time, hit: state.pointHits[i] ?? false };
      }),
      judgedAt,
      result,
    };
  }
  return {
    kind: 'spinner',
    required: state.required,
    requiredForGreat: state.requiredForGreat,
    times: Float64Array.from(state.times),
    angle: Float64Array.from(state.angles),
    progress: Float64Array.from(state.progress),
    rpm: Float64Array.from(state.rpms),
    clearedAt: state.clearedAt,
    bonuses: Float64Array.from(state.bonuses),
    maxBonuses: state.bonusTurns ?? Number.POSITIVE_INFINITY,
    judgedAt,
    result,
  };
}
