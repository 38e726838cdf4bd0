import {
  type Colours,
  comboColour,
  isKiaiAt,
  type PlayableMap,
  type PlayableObject,
  uninheritedPointAt,
} from '../../../game/beatmap/index.ts';
import { type FunMods, hasMod } from '../../../game/mods/index.ts';
import { type HitWindows, stableHitWindows } from '../../../game/play/index.ts';
import type { SkinIni } from '../../../game/skin/index.ts';
import { easingOf } from '../../../game/storyboard/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import { type Easing, linear, outSine, progressBetween } from '../animation/easing.ts';
import { rainbow } from '../animation/rainbow.ts';
import type { ScreenPoint } from '../display-list/display-list.ts';
import type { Camera } from '../display-list/motion-blur.ts';
import type { SceneInput, SceneOptions } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { type Art, artOf } from './playfield-elements.ts';
import { snapColour } from './snap-colour.ts';

/** What all objects of a show have in common. */
export interface Field {
  readonly viewport: Viewport;
  readonly camera: Camera;
  readonly map: PlayableMap;
  readonly art: Art;
  readonly ini: SkinIni;
  /** The map's own; none where the viewer wants the skin's. */
  readonly mapColours: Colours;
  readonly options: SceneOptions;
  readonly windows: HitWindows;
  /** Screen pixels a skin pixel of the objects' art: 128 of them are as wide as a circle. */
  readonly spritePx: number;
  /** Objects fade away before they have to be hit. */
  readonly hidesObjects: boolean;
  readonly hidesApproachCircles: boolean;
  /** How large approach circles are at first, and how they close in. */
  readonly rings: { readonly from: number; readonly ease: Easing };
  /** Circles nobody hits fade away while they can still be hit late. */
  readonly fadesLateCircles: boolean;
  /** Lazer's Traceable: of circles and slider bodies only outlines are shown. */
  readonly traceable: boolean;
  /** Lazer's Synesthesia: objects have the colour of their place in the beat. */
  readonly synesthesia: boolean;
}

export function createField(input: SceneInput): Field {
  const { play, mods, viewport, pictures, skinIni, options, exposure = 0 } = input;
  const { map } = play;
  return {
    viewport,
    camera: { viewport: viewport, exposure },
    map,
    art: artOf(pictures),
    ini: skinIni,
    mapColours: options.comboColours === 'beatmap' ? map.beatmap.colours : noColours,
    options,
    windows: stableHitWindows(map.od),
    spritePx: (map.radius / 64) * viewport.osuPx,
    hidesObjects: mods.hidden !== null && !mods.hidden.onlyApproachCircles,
    hidesApproachCircles: mods.hidden !== null,
    rings: ringsOf(mods.fun.approach),
    fadesLateCircles: mods.rules === 'stable' || (mods.classic?.fadeHitCircleEarly ?? false),
    traceable: hasMod(mods, 'TC'),
    synesthesia: hasMod(mods, 'SY'),
  };
}

/** The game's easings by the names of Approach Different's styles. */
const ringEasings: Readonly<Record<NonNullable<FunMods['approach']>['style'], number>> = {
  linear: 0,
  gravity: 29,
  inout1: 8,
  inout2: 14,
  accelerate1: 2,
  accelerate2: 6,
  accelerate3: 12,
  decelerate1: 1,
  decelerate2: 7,
  decelerate3: 13,
};

function ringsOf(approach: FunMods['approach']): Field['rings'] {
  return approach ? { from: approach.scale, ease: easingOf(ringEasings[approach.style]) } : { from: 4, ease: linear };
}

/** Song milliseconds once around the rainbow. */
const rainbowLength = 8000;

const noColours: Colours = { combos: [], sliderTrackOverride: null, sliderBorder: null };

/** An object's colour, or that of a part of it that has a time of its own. */
export function colourOf(field: Field, object: PlayableObject, time: Millis = object.startTime): Rgb {
  const { map, mapColours, ini, options } = field;
  if (field.synesthesia) return snapColour(map.timing, time);
  if (options.objectRainbow) return rainbow(object.startTime / rainbowLength);
  return comboColour(object, mapColours.combos, ini.colours.combos);
}

/** A place in the window around the playfield: units right of its middle, and down from the top of its 480. */
export function inWindow({ viewport }: Field, fromMiddle: number, y: number): ScreenPoint {
  const top = (viewport.heightPx - 480 * viewport.osuPx) / 2;
  return { x: viewport.widthPx / 2 + fromMiddle * viewport.osuPx, y: top + y * viewport.osuPx };
}

/** Whether something of a circle's size can be seen there at all. */
export function isInSight({ viewport, map }: Field, { x, y }: ScreenPoint): boolean {
  const reach = map.radius * viewport.osuPx * 2;
  return x > -reach && y > -reach && x < viewport.widthPx + reach && y < viewport.heightPx + reach;
}

/** How brightly circles light up with the beat: in kiai parts from 0.3 at each beat to nothing before the next. */
export function beatFlash({ map, options }: Field, t: Millis): number {
  return options.beatFlash || isKiaiAt(map.timing, t) ? 0.3 * beatAt(map, t) : 0;
}

/** Circles that grow with the beat do so in steps, so that each of their sizes is made once and copied. */
const beatSteps = 12;

/** How large circles are; they jump at each beat and shrink until the next. */
export function beatGrowth({ map, options }: Field, t: Millis): number {
  return options.beatScale ? 1 + 0.08 * (Math.round(beatAt(map, t) * beatSteps) / beatSteps) : 1;
}

/** From 1 at each beat to 0 before the next; 0 before the first. */
function beatAt(map: PlayableMap, t: Millis): number {
  const beat = lastBeat(map, t);
  return beat === null ? 0 : 1 - outSine(progressBetween(beat.since, 0, Math.max(80, beat.length - 80)));
}

function lastBeat({ timing }: PlayableMap, t: Millis): { since: Millis; length: Millis } | null {
  const point = uninheritedPointAt(timing, t);
  if (point === null || !(point.beatLength > 0) || t < point.time) return null;
  return { since: (t - point.time) % point.beatLength, length: point.beatLength };
}
