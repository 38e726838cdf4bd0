import { type CostlyMistake, outsidePx } from '../../game/mistakes/index.ts';
import type { MistakeTexts, Outcome, Side } from './mistake-texts.ts';

/** What a sentence needs of a mistake. */
export type Evidence = Pick<
  CostlyMistake,
  | 'object'
  | 'part'
  | 'time'
  | 'result'
  | 'cause'
  | 'errorMs'
  | 'distancePx'
  | 'direction'
  | 'blockedBy'
  | 'released'
  | 'spins'
  | 'cursor'
>;

/** The units of the play. */
export interface PlayUnits {
  /** In osu! pixels. */
  readonly circleRadius: number;
  /** Song milliseconds per real millisecond. */
  readonly clockRate: number;
}

/** What the sentences are written with. */
export interface SentenceTexts extends Pick<MistakeTexts, 'outcomes' | 'sentences'> {
  readonly formatNumber: (value: number) => string;
}

/** Says why a mistake happened. Errors are in real milliseconds, as in the charts. */
export function mistakeSentence(
  mistake: Evidence,
  { circleRadius, clockRate }: PlayUnits,
  words: SentenceTexts,
): string {
  const { sentences, formatNumber } = words;
  const { errorMs, blockedBy, spins } = mistake;
  const ms = errorMs === undefined ? null : formatNumber(Math.round(Math.abs(errorMs) / clockRate));
  const isEarly = (errorMs ?? 0) < 0;
  const object = objectNumber(mistake.object, words);
  const outside = outsidePx(mistake, circleRadius);
  switch (mistake.cause) {
    case 'timing':
      if (ms === null) return sentences.unknown;
      return sentences[isEarly ? 'early' : 'late'](ms, words.outcomes[outcomeOf(mistake)]);
    case 'aim':
      if (isAboutBall(mistake)) return ballSentence(mistake, words);
      return outside === null ? sentences.aimTime : sentences.aim(formatNumber(outside), sideOf(mistake.direction));
    case 'no-press':
      // With a touch screen it is not known where the finger was going.
      return mistake.cursor === undefined ? sentences.notClicked : sentences.noPress;
    case 'missed-both':
      return outside === null ? sentences.missedBoth : sentences.missedBothBy(formatNumber(outside));
    case 'note-lock':
      return blockedBy === undefined
        ? sentences.noteLockUnnamed(object)
        : sentences.noteLock(object, objectNumber(blockedBy, words));
    case 'too-early':
      return ms === null ? sentences.tooEarly : sentences.tooEarlyBy(ms);
    case 'extra-press':
      if (blockedBy !== undefined) return sentences.extraPressOn(object, objectNumber(blockedBy, words));
      return ms === null ? sentences.extraPress : sentences.extraPressEarly(ms);
    case 'slider-left':
      return leftSentence(mistake, { clockRate }, words);
    case 'slider-late-head':
      return ms === null ? sentences.headMissed : sentences[isEarly ? 'headEarly' : 'headLate'](ms);
    case 'spinner-short':
      if (spins === undefined) return sentences.spinner;
      return sentences.spinnerTurns(
        formatNumber(Math.round(spins.turns * 10) / 10),
        formatNumber(Math.round(spins.required * 10) / 10),
        formatNumber(Math.round(spins.rpm)),
      );
    case 'unknown':
      return sentences.unknown;
  }
}

/** Whether the distance is one from the slider ball: a distance from a circle or a head has a direction. */
function isAboutBall({ part, direction }: Evidence): boolean {
  return part === 'tick' || part === 'repeat' || part === 'end' || (part === 'slider' && direction === undefined);
}

/** A slider as a whole is judged at its end, so that it is known how long before the end it was left. */
function leftSentence(mistake: Evidence, { clockRate }: Pick<PlayUnits, 'clockRate'>, words: SentenceTexts): string {
  const { part, time, cursor, released, distancePx } = mistake;
  const { sentences, formatNumber } = words;
  const ms = part === 'slider' && cursor !== undefined ? Math.round((time - cursor.time) / clockRate) : 0;
  if (ms <= 0) return released ? sentences.sliderReleased : ballSentence(mistake, words);
  if (released) return sentences.sliderReleasedBy(formatNumber(ms));
  return distancePx === undefined
    ? sentences.sliderLeft
    : sentences.sliderLeftBefore(formatNumber(Math.round(distancePx)), formatNumber(ms));
}

function ballSentence({ distancePx }: Evidence, { sentences, formatNumber }: SentenceTexts): string {
  if (distancePx === undefined) return sentences.sliderLeft;
  return sentences.sliderLeftBy(formatNumber(Math.round(distancePx)));
}

/** What the list calls the judgement of a mistake. */
export function outcomeOf({ part, result }: Pick<Evidence, 'part' | 'result'>): Outcome {
  if (result === 'great' || result === 'ok' || result === 'meh') return result;
  if (part === 'end') return 'end';
  return part === 'head' || part === 'tick' || part === 'repeat' ? 'break' : 'miss';
}

/** Players count the objects of a map from 1. */
function objectNumber(index: number, { formatNumber }: SentenceTexts): string {
  return formatNumber(index + 1);
}

/** The side of the circle for an angle relative to the movement; each side is a quarter. */
export function sideOf(direction: number | undefined): Side {
  if (direction === undefined) return 'outside';
  const size = Math.abs(direction);
  if (size <= 45) return 'beyond';
  if (size >= 135) return 'short';
  return direction > 0 ? 'right' : 'left';
}
