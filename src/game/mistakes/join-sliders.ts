import type { Result } from '../play/index.ts';
import type { CostlyMistake } from './costs.ts';

type Listed = Pick<CostlyMistake, 'object' | 'part' | 'time' | 'result' | 'ppLost'>;

/** A row of the list. */
export type MistakeEntry<M extends Listed> = M & {
  /** The result that a slider had in the end because of this mistake; absent if the mistake is the result. */
  readonly sliderResult?: Result;
};

/**
 * Joins the result of a slider with the first of its breaks: both describe the same moment, which a list would otherwise show
 * twice. The performance points of the row are those without all mistakes of the slider.
 */
export function joinSliders<M extends Listed>(mistakes: readonly M[]): MistakeEntry<M>[] {
  const results = new Map(mistakes.flatMap((mistake) => (isWhole(mistake) ? [[mistake.object, mistake]] : [])));
  const joined = new Set<number>();
  const entries = mistakes.flatMap((mistake): MistakeEntry<M>[] => {
    const whole = results.get(mistake.object);
    if (whole === undefined || isWhole(mistake) || joined.has(mistake.object)) return isWhole(mistake) ? [] : [mistake];
    joined.add(mistake.object);
    return [{ ...mistake, sliderResult: whole.result, ppLost: whole.ppLost }];
  });
  const alone = [...results.values()].filter(({ object }) => !joined.has(object));
  return [...entries, ...alone].sort((a, b) => a.time - b.time);
}

function isWhole({ part }: Listed): boolean {
  return part === 'slider';
}
