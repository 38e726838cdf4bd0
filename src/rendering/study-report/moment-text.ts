import type { MistakeAnalytics } from '../../game/analytics/index.ts';
import type { ListedPlay } from '../../game/study/index.ts';
import { createNumberFormat } from './format.ts';
import { mistakeSentence } from './mistake-sentence.ts';
import type { ReportTexts } from './texts.ts';

/** Says what happened in a moment of a play. */
export function momentText(
  { error_ms, distance_px, blocked_by, cursor, ...mistake }: MistakeAnalytics,
  { circle_radius, clock_rate }: Pick<ListedPlay, 'circle_radius' | 'clock_rate'>,
  { language, mistakes }: Pick<ReportTexts, 'language' | 'mistakes'>,
): string {
  const evidence = {
    ...mistake,
    ...(error_ms !== undefined && { errorMs: error_ms }),
    ...(distance_px !== undefined && { distancePx: distance_px }),
    ...(blocked_by !== undefined && { blockedBy: blocked_by }),
    ...(cursor && { cursor: { time: cursor.time, at: cursor } }),
  };
  const units = { circleRadius: circle_radius, clockRate: clock_rate };
  const formatNumber = (value: number) => value.toLocaleString(language);
  return mistakeSentence(evidence, units, { ...mistakes, formatNumber });
}

/** What a mistake cost: pp and combo, as far as it cost any. */
export function costText(
  { pp_lost, combo_lost }: Pick<MistakeAnalytics, 'pp_lost' | 'combo_lost'>,
  { language, mistakes }: Pick<ReportTexts, 'language' | 'mistakes'>,
): string {
  const { number } = createNumberFormat(language);
  return [
    ...(pp_lost !== null && pp_lost > 0 ? [mistakes.ppLost(number(pp_lost, 2))] : []),
    ...(combo_lost > 0 ? [mistakes.comboLost(number(combo_lost))] : []),
  ].join(' · ');
}

/** `Title [Difficulty] +HDDT`. */
export function mapTitle({ title, difficulty, mods }: Pick<ListedPlay, 'title' | 'difficulty' | 'mods'>): string {
  return `${title} [${difficulty}]${mods.length === 0 ? '' : ` +${mods.join('')}`}`;
}
