import type { Result } from '../../../game/play/index.ts';
import type { ListedMistake } from './mistake-data.ts';

/** A row of the list. */
export interface MistakeEntry extends ListedMistake {
  /** The result that a slider had in the end because of this mistake; absent if the mistake is the result. */
  readonly sliderResult?: Result;
}

/**
 * Joins the result of a slider with the first of its breaks: both describe the same moment, which the list would otherwise show
 * twice. The performance points of the row are those without all mistakes of the slider.
 */
export function joinSliders(mistakes: readonly ListedMistake[]): MistakeEntry[] {
  const results = new Map(mistakes.flatMap((mistake) => (isWhole(mistake) ? [[mistake.object, mistake]] : [])));
  const joined = new Set<number>();
  const entries = mistakes.flatMap((mistake): MistakeEntry[] => {
    const whole = results.get(mistake.object);
    if (whole === undefined || isWhole(mistake) || joined.has(mistake.object)) return isWhole(mistake) ? [] : [mistake];
    joined.add(mistake.object);
    return [{ ...mistake, sliderResult: whole.result, ppLost: whole.ppLost }];
  });
  const alone = [...results.values()].filter(({ object }) => !joined.has(object));
  return [...entries, ...alone].sort((a, b) => a.time - b.time);
}

function isWhole({ part }: ListedMistake): boolean {
  return part === 'slider';
}
