import type { Analytics } from '../../contract/index.ts';
import { isClip, type ShownPart } from '../shown-part.ts';

/**
 * The analytics of the shown part. Nothing else is in the video, so a click on it could lead nowhere. Accuracy, combo, points
 * and health are still those since the beginning of the play, as in the video.
 */
export function limitToPart(analytics: Analytics, part: ShownPart): Analytics {
  if (!isClip(part)) return analytics;
  const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = part;
  const isShown = ({ t }: { readonly t: number }) => t >= start && t <= end;
  /** A value is valid until the next one: the last one before the part becomes its first one. */
  const limit = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[] => {
    const timeOf = (row: Row) => Number(row[key]);
    const first = rows.findIndex((row) => timeOf(row) > start);
    const before = rows[(first === -1 ? rows.length : first) - 1];
    const shown = rows.filter((row) => timeOf(row) > start && timeOf(row) <= end);
    return before === undefined ? shown : [{ ...before, [key]: start }, ...shown];
  };
  const { hits, missed, mistakes, moments, accuracy_over_time, combo_over_time, pp_over_time, strain_over_time } =
    analytics;
  return {
    ...analytics,
    ...(hits && { hits: hits.filter(isShown) }),
    ...(missed && { missed: missed.filter(isShown) }),
    ...(mistakes && { mistakes: mistakes.filter(({ time }) => isShown({ t: time })) }),
    ...(moments && { moments: moments.filter((moment) => moment.start >= start && moment.end <= end) }),
    ...(accuracy_over_time && { accuracy_over_time: limit(accuracy_over_time, 't') }),
    ...(combo_over_time && { combo_over_time: limit(combo_over_time, 't') }),
    ...(pp_over_time && { pp_over_time: limit(pp_over_time, 't') }),
    ...(strain_over_time && { strain_over_time: limit(strain_over_time, 't') }),
    life_bar: limit(analytics.life_bar, 'time'),
    frames: limit(analytics.frames, 't'),
  };
}
