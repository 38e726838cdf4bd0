import { type Bin, type ErrorHabit, type Habits, isUncertain } from '../../../game/habits/index.ts';
import { words } from '../../words/index.ts';
import { formatDecimal, formatFraction, formatNumber, formatSigned } from '../../words/numbers.ts';
import type { AnalysisData } from '../analysis-data.ts';
import type { Picture } from '../pictures/picture.ts';
import { analysisWords } from '../words/index.ts';
import { type Bar, barsPicture } from './bars-picture.ts';
import { spreadOf, targetPicture } from './target-picture.ts';
import { uncertaintyOf } from './uncertainty.ts';

const rateText = (rate: number) => formatDecimal(rate, 0);

/** The habits of a play as pictures: where it was aimed, and how steadily it was timed. */
export function habitPictures({ aim, timing, keys }: Habits, data: Pick<AnalysisData, 'span' | 'isClip'>): Picture[] {
  const texts = analysisWords.habits;
  return [
    ...(aim ? [targetPicture(aim), aimBySpacing(aim)] : []),
    ...(timing
      ? [
          rates(texts.timingBySpacing, timing.by_spacing, (bin) => `${rangeText(bin)} px`),
          rates(texts.timingByTempo, timing.by_tempo, (bin) => texts.tempo(rangeText(bin))),
          overPlay(timing, data),
        ]
      : []),
    ...(keys ? [keyBalance(keys)] : []),
  ];
}

function aimBySpacing({ by_spacing }: NonNullable<Habits['aim']>): Picture {
  const used = by_spacing.filter(({ hits }) => hits > 0);
  return barsPicture({
    title: analysisWords.habits.aimBySpacing,
    summary: uncertaintyOf(used),
    format: (value) => formatDecimal(value, 1),
    bars: used.map((bin) => {
      const spread = spreadOf(bin);
      const reading = [
        `${rangeText(bin)} px`,
        words.analysis.hits(formatNumber(bin.hits)),
        ...(spread === null ? [] : [analysisWords.habits.spread(formatDecimal(spread, 1))]),
      ];
      return {
        label: edgeText(bin),
        value: spread,
        reading: reading.join(' · '),
        isUncertain: isUncertain(bin.hits),
        time: null,
      };
    }),
  });
}

/** The unstable rate of each bin that has hits. */
function rates<B extends Bin & ErrorHabit>(title: string, bins: readonly B[], nameOf: (bin: B) => string): Picture {
  const used = bins.filter(({ hits }) => hits > 0);
  return barsPicture({
    title,
    summary: uncertaintyOf(used),
    format: rateText,
    bars: used.map((bin) => ({
      label: edgeText(bin),
      value: bin.unstable_rate,
      reading: rateReading(nameOf(bin), bin),
      isUncertain: isUncertain(bin.hits),
      time: null,
    })),
  });
}

/** Whether the player tired: a click seeks to the part. */
function overPlay(
  { over_play }: NonNullable<Habits['timing']>,
  { span, isClip }: Pick<AnalysisData, 'span' | 'isClip'>,
): Picture {
  return barsPicture({
    title: analysisWords.habits.overPlay,
    summary: uncertaintyOf(over_play),
    format: rateText,
    bars: over_play.map(
      (bin): Bar => ({
        label: formatFraction(bin.from),
        value: bin.unstable_rate,
        reading: rateReading(analysisWords.habits.part(formatFraction(bin.from), formatFraction(bin.to ?? 1)), bin),
        isUncertain: isUncertain(bin.hits),
        // The video of a clip does not have the other parts.
        time: isClip ? null : span.start + bin.from * (span.end - span.start),
      }),
    ),
  });
}

function keyBalance(keys: NonNullable<Habits['keys']>): Picture {
  const { keyNames, presses, unstableRate } = analysisWords.habits;
  const sides = (['left', 'right'] as const).map((side) => ({ name: keyNames[side], ...keys[side] }));
  return barsPicture({
    title: analysisWords.habits.keys,
    summary: sides.flatMap(({ name, hits, unstable_rate }) =>
      unstable_rate === null || isUncertain(hits) ? [] : [`${name}: ${unstableRate(rateText(unstable_rate))}`],
    ),
    format: (value) => presses(formatNumber(value)),
    bars: sides.map((side) => ({
      label: side.name,
      value: side.presses,
      reading: [rateReading(side.name, side), presses(formatNumber(side.presses))].join(' · '),
      // The number of presses is exact.
      isUncertain: false,
      time: null,
    })),
  });
}

function rateReading(name: string, { hits, mean, unstable_rate }: ErrorHabit): string {
  return [
    name,
    words.analysis.hits(formatNumber(hits)),
    ...(unstable_rate === null ? [] : [analysisWords.habits.unstableRate(rateText(unstable_rate))]),
    ...(mean === null ? [] : [`${words.analysis.average} ${formatSigned(mean)} ms`]),
  ].join(' · ');
}

function rangeText({ from, to }: Bin): string {
  return to === null ? `≥ ${formatNumber(from)}` : `${formatNumber(from)}–${formatNumber(to)}`;
}

/** Below a bar there is room for the beginning only. */
function edgeText({ from, to }: Bin): string {
  return to === null ? `≥ ${formatNumber(from)}` : formatNumber(from);
}
