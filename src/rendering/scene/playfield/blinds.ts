import { visibleBreaks } from '../../../game/beatmap/index.ts';
import { easingOf } from '../../../game/storyboard/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import { clamp01, outSine } from '../animation/easing.ts';
import {
  createSmoothedValue,
  type SmoothedValue,
  smoothedAt,
  smoothedHealthLine,
} from '../animation/smoothed-value.ts';
import { createTween, type Tween, tweenAt } from '../animation/tween.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { visionOf } from './vision.ts';

/** Lazer's Blinds mod: the higher the health, the further two panels close in from the sides. */
export interface Blinds {
  readonly viewport: Viewport;
  readonly health: SmoothedValue;
  /** 0 in breaks, where the panels are open, to 1. */
  readonly closing: Tween;
}

const opensEarly = 500;
const closesLate = 250;
const opening = { takes: 1000, ease: outSine };
const closing = { takes: 2500, ease: easingOf(33) };
/** The panels' distance from the playfield before they close, as a fraction of its width. */
const openMargin = 0.05;
/** The panels follow health within a fifth of a second, fast at first. */
const smoothing = { up: Math.exp(-1 / 2.4), clockRate: 1 };

const black: Rgb = { r: 0, g: 0, b: 0 };
const rail: Rgb = { r: 52, g: 54, b: 62 };
const railWidth = 5;

/** Computes when the panels open and close; null without the mod, or if all objects are revealed. */
export function createBlinds(input: SceneInput): Blinds | null {
  if (!visionOf(input).hasBlinds) return null;
  const { play, viewport } = input;
  const { map } = play;
  const first = (map.objects[0]?.startTime ?? 0) - map.preempt;
  const moves = [
    { time: first + closesLate, to: 1, ...closing },
    ...visibleBreaks(map.beatmap).flatMap(({ start, end }) => [
      { time: start - opensEarly, to: 0, ...opening },
      { time: end + closesLate, to: 1, ...closing },
    ]),
  ].sort((a, b) => a.time - b.time);
  return {
    viewport,
    health: createSmoothedValue(smoothedHealthLine(play.health), smoothing),
    closing: createTween(0, moves, { duration: () => 0 }),
  };
}

/** Draws two panels of full height, each with a rail at its edge that stands out from a dark background. */
export function drawBlinds(list: DisplayList, { viewport, health, closing }: Blinds, t: Millis): void {
  const { widthPx, heightPx: height, osuPx } = viewport;
  const left = viewport.toScreen({ x: -openMargin * 512, y: 0 }).x;
  const right = viewport.toScreen({ x: (1 + openMargin) * 512, y: 0 }).x;
  const closed = clamp01(smoothedAt(health, t)) * tweenAt(closing, t);
  const distance = ((right - left) / 2) * (0.6 * closed ** 2 + 0.4 * closed);
  const thickness = railWidth * osuPx;
  list.fill({ left: 0, top: 0, width: left + distance, height }, { colour: black });
  list.fill({ left: right - distance, top: 0, width: widthPx - right + distance, height }, { colour: black });
  list.fill({ left: left + distance - thickness, top: 0, width: thickness, height }, { colour: rail });
  list.fill({ left: right - distance, top: 0, width: thickness, height }, { colour: rail });
}
