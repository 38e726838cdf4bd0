import type { PlayableSlider } from '../beatmap/index.ts';
import type { Mods } from '../mods/index.ts';
import type { Judgement, Play, SliderPlay } from '../play/index.ts';
import type { ReplayFrames } from '../replay/index.ts';
import { causeWithMods } from './cause-with-mods.ts';
import { collectEvidence, type Evidence } from './evidence.ts';
import type { Finding, FoundMistake } from './mistake.ts';
import { pressCause } from './press-cause.ts';
import { type MissedPoint, pointCause } from './slider-cause.ts';
import { spinnerCause } from './spinner-cause.ts';

/**
 * Finds every judgement below the best result and every slider break, each with one cause, in order of time. `frames`
 * are those of the replay after `playedFrames`.
 */
export function findMistakes(play: Play, frames: ReplayFrames, mods: Mods): FoundMistake[] {
  const evidence = collectEvidence(play, frames, mods);
  const isMistake = play.map.rules === 'lazer' ? lazerMistake(mods) : stableMistake(play);
  const mistakes: FoundMistake[] = [];
  for (const [i, judgement] of play.judgements.entries()) {
    if (!isMistake(judgement, i)) continue;
    const { object, part, time, result } = judgement;
    const finding = causeWithMods(evidence, causeOf(evidence, judgement));
    mistakes.push({ object, part, judgement: i, time, result, ...finding });
  }
  return mistakes.sort((a, b) => a.time - b.time);
}

type IsMistake = (judgement: Judgement, index: number) => boolean;

/** Whole objects, and slider parts that break the combo: a stable slider's parts have no results of their own (rule MC1). */
function stableMistake({ totals: { combo } }: Play): IsMistake {
  return ({ part, result }, i) => {
    switch (part) {
      case 'circle':
      case 'slider':
      case 'spinner':
        return result !== 'great';
      case 'head':
      case 'tick':
      case 'repeat':
        return result === 'miss' && (combo[i - 1] ?? 0) > combo[i]!;
      default:
        return false;
    }
  };
}

/** Every judgement, except of a slider as a whole, which has a result only with classic sliders (rule MC1). */
function lazerMistake({ classic }: Mods): IsMistake {
  const classicSliders = classic?.noSliderHeadAccuracy ?? false;
  return ({ part, result }) => {
    if (part === 'spin') return false;
    if (part === 'slider') return classicSliders && result !== 'great';
    return result !== 'great' && result !== 'hit';
  };
}

function causeOf(evidence: Evidence, judgement: Judgement): Finding {
  const { map, objects } = evidence.play;
  const object = map.objects[judgement.object]!;
  const played = objects[judgement.object]!;
  if (object.kind === 'spinner' && played.kind === 'spinner') return spinnerCause(evidence, object, played);
  if (object.kind !== 'slider' || played.kind !== 'slider' || judgement.part === 'head') {
    return pressCause(evidence, judgement);
  }
  if (judgement.part === 'slider') return wholeSliderCause(evidence, judgement, { slider: object, played });
  return pointCause(evidence, missedPoint({ slider: object, played }, judgement.point!));
}

interface JudgedSlider {
  readonly slider: PlayableSlider;
  readonly played: SliderPlay;
}

/** A slider as a whole has the cause of its first missed part; with Score V2, a late head limits its result (rule MC12). */
function wholeSliderCause(evidence: Evidence, { object }: Judgement, { slider, played }: JudgedSlider): Finding {
  const { headResult, points } = played;
  const missed = points.findIndex(({ hit }) => !hit);
  const head = () => {
    const judgement = evidence.heads.get(object);
    return judgement === undefined ? { cause: 'unknown' as const } : pressCause(evidence, judgement);
  };
  if (missed < 0 || headResult === 'miss' || headResult === null) return head();
  return pointCause(evidence, missedPoint({ slider, played }, missed));
}

function missedPoint({ slider, played }: JudgedSlider, index: number): MissedPoint {
  return { slider, played, point: slider.points[index]!, missedAt: played.points[index]!.judgedAt };
}
