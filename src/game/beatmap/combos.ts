import type { Rgb } from '../units.ts';
import type { Beatmap, HitObject } from './beatmap.ts';

/** The position of an object in its combo. */
export interface ComboInfo {
  /** Whether the object starts a combo by the game's rules, not only by its flag. */
  readonly newCombo: boolean;
  readonly lastInCombo: boolean;
  /** The number on the circle, from 1. */
  readonly comboNumber: number;
  /** Counts combos from 1, without colour skips; selects skin colours. */
  readonly comboIndex: number;
  /** Counts combos with colour skips; selects beatmap colours. */
  readonly comboIndexWithSkips: number;
}

/** Numbers the combos of a map (rules CO1 to CO3). */
export function computeCombos({ objects, breaks }: Pick<Beatmap, 'objects' | 'breaks'>): readonly ComboInfo[] {
  const starts = objects.map((object, i) => startsCombo(object, objects[i - 1]));
  startCombosAfterBreaks(starts, objects, breaks);
  let comboNumber = 0;
  let comboIndex = 0;
  let comboIndexWithSkips = 0;
  return objects.map((object, i) => {
    const newCombo = starts[i] === true;
    // A spinner has no combo colour: its flag only ends the combo before it.
    if (newCombo && object.kind !== 'spinner') {
      comboNumber = 1;
      comboIndex += 1;
      comboIndexWithSkips += 1 + object.comboSkip;
    } else if (object.kind !== 'spinner') {
      comboNumber += 1;
    }
    const lastInCombo = starts[i + 1] ?? true;
    return { newCombo, lastInCombo, comboNumber, comboIndex, comboIndexWithSkips };
  });
}

/** The combo colours of a map or skin that defines none. */
export const defaultComboColours: readonly Rgb[] = [
  { r: 255, g: 192, b: 0 },
  { r: 0, g: 202, b: 0 },
  { r: 18, g: 124, b: 255 },
  { r: 242, g: 24, b: 57 },
];

/** The combo colour of an object: the map's with skips, else the skin's without them, else the game's (rule CO4). */
export function comboColour(
  object: Pick<ComboInfo, 'comboIndex' | 'comboIndexWithSkips'>,
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

/** Marks the first object after each break as the start of a combo. */
function startCombosAfterBreaks(starts: boolean[], objects: readonly HitObject[], breaks: Beatmap['breaks']): void {
  let next = 0;
  for (const { end } of breaks) {
    while (next < objects.length && objects[next]!.time <= end) next++;
    if (next < objects.length) starts[next] = true;
  }
}
