import {
  beatLengthAt,
  type Colours,
  comboColour,
  isKiaiAt,
  type PlayableMap,
  type PlayableObject,
  uninheritedPointAt,
} from '../../../game/beatmap/index.ts';
import { type FunMods, hasMod, type Mods } from '../../../game/mods/index.ts';
import {
  createObjectMotion,
  fadeInOf,
  type HitWindows,
  type ObjectMotion,
  stableHitWindows,
} from '../../../game/play/index.ts';
import type { SkinIni } from '../../../game/skin/index.ts';
import { easingOf } from '../../../game/storyboard/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import { type Easing, linear, outSine, progressBetween } from '../animation/easing.ts';
import { rainbow } from '../animation/rainbow.ts';
import { type BarrelRoll, createBarrelRoll } from '../barrel-roll.ts';
import type { ScreenPoint } from '../display-list/display-list.ts';
import type { MotionBlur } from '../display-list/motion-blur.ts';
import { sourceOf } from '../pictures.ts';
import type { SceneInput, SceneOptions } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { type PlayfieldElements, playfieldElements } from './playfield-elements.ts';
import { snapColour } from './snap-colour.ts';
import { visionOf } from './vision.ts';

/** What all objects of a scene share: the skin's elements, colours, hit windows and visual mods. */
export interface PlayfieldContext {
  readonly viewport: Viewport;
  readonly motionBlur: MotionBlur;
  /** The client that the objects look like. */
  readonly rules: Mods['rules'];
  readonly map: PlayableMap;
  readonly elements: PlayfieldElements;
  readonly ini: SkinIni;
  /** The map's combo colours; empty if the viewer chose the skin's. */
  readonly mapColours: Colours;
  readonly options: SceneOptions;
  readonly windows: HitWindows;
  /** Screen pixels per skin pixel of the objects: 128 skin pixels are a circle's diameter. */
  readonly spritePx: number;
  /** Hidden: objects fade out before they must be hit. */
  readonly hidesObjects: boolean;
  readonly hidesApproachCircles: boolean;
  /** How long objects and follow points fade in. */
  readonly fadeIn: Millis;
  /** The part of a slider whose result is shown: lazer judges heads, unless the play is classic. */
  readonly sliderJudgedAs: 'head' | 'slider';
  /** Without them, circles show by their size or depth when to hit them. */
  readonly hasApproachCircles: boolean;
  /** Target Practice: the length of the beat during which a target is bright; null without the mod. */
  readonly targetBeatLength: ((t: Millis) => Millis) | null;
  /** The rotation of the Barrel Roll mod; null without it. */
  readonly barrelRoll: BarrelRoll | null;
  /** Where mods move the objects; null without such mods. */
  readonly motion: ObjectMotion | null;
  /** The initial scale of approach circles, and the easing of their approach. */
  readonly approachCircles: { readonly from: number; readonly ease: Easing };
  /** Circles that are not hit fade out while they can still be hit late. */
  readonly fadesLateCircles: boolean;
  /** Follow points slide along their line and shrink while they fade in. */
  readonly followPointsSlide: boolean;
  /** Lazer's Traceable mod: circles and slider bodies are outlines only. */
  readonly isTraceable: boolean;
  /** Lazer's Synesthesia mod: the colour shows an object's place in the beat. */
  readonly isSynesthesia: boolean;
}

/** Collects what all objects of a scene share. */
export function createPlayfieldContext(input: SceneInput): PlayfieldContext {
  const { play, mods, viewport, pictures, skinIni, options, exposure = 0 } = input;
  const { map } = play;
  const elements = playfieldElements(pictures);
  const { hidden, isTraceable } = visionOf(input);
  return {
    viewport,
    motionBlur: { viewport, exposure },
    rules: mods.rules,
    map,
    elements,
    ini: skinIni,
    mapColours: options.comboColours === 'beatmap' ? map.beatmap.colours : noColours,
    options,
    windows: stableHitWindows(map.od),
    spritePx: (map.radius / 64) * viewport.osuPx,
    hidesObjects: hidden !== null && !hidden.onlyApproachCircles,
    hidesApproachCircles: hidden !== null,
    // In stable, Hidden shortens only the fade of circles.
    fadeIn: mods.rules === 'lazer' ? fadeInOf(map, { hidden }) : map.fadeIn,
    sliderJudgedAs: mods.rules === 'lazer' && !mods.classic?.noSliderHeadAccuracy ? 'head' : 'slider',
    hasApproachCircles: hasApproachCircles(mods),
    targetBeatLength: mods.conversion.targetPractice && ((t) => beatLengthAt(map.timing, t)),
    barrelRoll: createBarrelRoll(mods, viewport),
    motion: createObjectMotion({ map, mods, entryAngles: play.entryAngles }),
    approachCircles: approachCirclesOf(mods.fun.approach),
    fadesLateCircles: mods.rules === 'stable' || (mods.classic?.fadeHitCircleEarly ?? false),
    // In stable, those of a skin only fade.
    followPointsSlide:
      mods.rules === 'lazer' ||
      (elements.followPoint !== null && sourceOf(elements.followPoint.frames[0]) === 'default'),
    isTraceable,
    isSynesthesia: hasMod(mods, 'SY'),
  };
}

/** Grow, Deflate, Spin In and Target Practice hide all approach circles, Depth if its setting says so. */
function hasApproachCircles({ motion, conversion }: Mods): boolean {
  const { startScale, spinIn, depth } = motion;
  return startScale === null && !spinIn && depth?.showsApproachCircles !== false && conversion.targetPractice === null;
}

/** The game's easing numbers by the style names of the Approach Different mod. */
const approachEasings: Readonly<Record<NonNullable<FunMods['approach']>['style'], number>> = {
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

function approachCirclesOf(approach: FunMods['approach']): PlayfieldContext['approachCircles'] {
  return approach
    ? { from: approach.scale, ease: easingOf(approachEasings[approach.style]) }
    : { from: 4, ease: linear };
}

/** Song milliseconds for one turn around the colour wheel. */
const rainbowTurn = 8000;

const noColours: Colours = { combos: [], sliderTrackOverride: null, sliderBorder: null };

/** An object's combo colour; `time` is that of a slider's part where colours follow the beat. */
export function colourOf(context: PlayfieldContext, object: PlayableObject, time: Millis = object.startTime): Rgb {
  const { map, mapColours, ini, options } = context;
  if (context.isSynesthesia) return snapColour(map.timing, time);
  if (options.objectRainbow) return rainbow(object.startTime / rainbowTurn);
  return comboColour(object, mapColours.combos, ini.colours.combos);
}

/**
 * The screen position of a point in the 480-unit-high window around the playfield, measured from the middle of its top
 * edge.
 */
export function windowPoint({ viewport }: PlayfieldContext, fromMiddle: number, y: number): ScreenPoint {
  const top = (viewport.heightPx - 480 * viewport.osuPx) / 2;
  return { x: viewport.widthPx / 2 + fromMiddle * viewport.osuPx, y: top + y * viewport.osuPx };
}

/** Whether something of a circle's size at this position can be visible. */
export function isOnScreen({ viewport, map, barrelRoll }: PlayfieldContext, { x, y }: ScreenPoint): boolean {
  if (barrelRoll !== null) return true;
  const reach = map.radius * viewport.osuPx * 2;
  return x > -reach && y > -reach && x < viewport.widthPx + reach && y < viewport.heightPx + reach;
}

/**
 * The opacity of the flash on circles: 0.3 at each beat, fading until the next; in kiai time only, unless the viewer
 * wants it always.
 */
export function beatFlash({ map, options }: PlayfieldContext, t: Millis): number {
  return options.beatFlash || isKiaiAt(map.timing, t) ? 0.3 * beatAt(map, t) : 0;
}

/** The growth has discrete steps, so that the compositor can cache an image of each size. */
const beatSteps = 12;

/** The scale of circles, which jump at each beat and shrink until the next. */
export function beatGrowth({ map, options }: PlayfieldContext, t: Millis): number {
  return options.beatScale ? 1 + 0.08 * (Math.round(beatAt(map, t) * beatSteps) / beatSteps) : 1;
}

/** Falls from 1 at each beat to 0 before the next; 0 before the first beat. */
function beatAt(map: PlayableMap, t: Millis): number {
  const beat = lastBeat(map, t);
  return beat === null ? 0 : 1 - outSine(progressBetween(beat.since, 0, Math.max(80, beat.length - 80)));
}

function lastBeat({ timing }: PlayableMap, t: Millis): { since: Millis; length: Millis } | null {
  const point = uninheritedPointAt(timing, t);
  if (point === null || !(point.beatLength > 0) || t < point.time) return null;
  return { since: (t - point.time) % point.beatLength, length: point.beatLength };
}
