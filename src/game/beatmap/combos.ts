import type { Rgb } from '../units.ts';
import type { Beatmap, HitObject } from './beatmap.ts';
import type { PlayableObject } from './playable-map.ts';

/** Where an object stands in its combo. */
export interface ComboInfo {
  /** Really starts a combo, by the rules of the game and not only by its flag. */
  readonly newCombo: boolean;
  readonly lastInCombo: boolean;
  readonly comboNumber: number;
  readonly comboIndex: number;
  readonly comboIndexWithSkips: number;
}

/** Where each object stands in its combo (rules CO1 to CO3). */
export function computeCombos({ objects, breaks }: Pick<Beatmap, 'objects' | 'breaks'>): readonly ComboInfo[] {
  const starts = objects.map((object, i) => startsCombo(object, objects[i - 1]));
  startCombosAfterBreaks(starts, objects, breaks);
  let comboNumber = 0;
  let comboIndex = 0;
  let comboIndexWithSkips = 0;
  return objects.map((object, i) => {
    const newCombo = starts[i]!;
    // A spinner belongs to no colour: its flag only ends the combo before it.
    if (newCombo && object.kind !== 'spinner') {
      comboNumber = 1;
      comboIndex += 1;
      comboIndexWithSkips += 1 + object.comboSkip;
    } else if (object.kind !== 'spinner') {
      comboNumber += 1;
    }
    const lastInCombo = i === objects.length - 1 || starts[i + 1]!;
    return { newCombo, lastInCombo, comboNumber, comboIndex, comboIndexWithSkips };
  });
}

/** The colours of a map or skin that has none of its own. */
export const defaultComboColours: readonly Rgb[] = [
  { r: 255, g: 192, b: 0 },
  { r: 0, g: 202, b: 0 },
  { r: 18, g: 124, b: 255 },
  { r: 242, g: 24, b: 57 },
];

/** The colour of an object's combo: the map's with its skips, else the skin's without them, else the game's (rule CO4). */
export function comboColour(
  object: Pick<PlayableObject, 'comboIndex' | 'comboIndexWithSkips'>,
  mapColours: readonly Rgb[],
  skinColours: readonly Rgb[],
): Rgb {
  if (mapColours.length > 0) return mapColours[object.comboIndexWithSkips % mapColours.length]!;
  const colours = skinColours.length > 0 ? skinColours : defaultComboColours;
  return colours[object.comboIndex % colours.length]!;
}

function startsCombo(object: HitObject, before: HitObject | undefined): boolean {
  return object.newCombo || before === undefined || (before.kind === 'spinner' && object.kind !== 'spinner');
}

/** The first object after a break starts a combo, too. */
function startCombosAfterBreaks(starts: boolean[], objects: readonly HitObject[], breaks: Beatmap['breaks']): void {
  let next = 0;
  for (const { end } of breaks) {
    while (next < objects.length && objects[next]!.time <= end) next++;
    if (next < objects.length) starts[next] = true;
  }
}
