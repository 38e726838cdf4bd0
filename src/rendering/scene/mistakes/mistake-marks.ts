import { type PlayableMap, type PlayableSlider, rateAt } from '../../../game/beatmap/index.ts';
import { findMistakes, type Mistake } from '../../../game/mistakes/index.ts';
import { createObjectMotion, type ObjectMotion, playedFrames, type Result } from '../../../game/play/index.ts';
import type { Millis, OsuPoint, Rgb } from '../../../game/units.ts';
import { progressBetween } from '../animation/easing.ts';
import { aliveAt, createTimeline, type Lifetime, type Timeline } from '../animation/timeline.ts';
import { type BarrelRoll, createBarrelRoll, rolledPoint } from '../barrel-roll.ts';
import type { DisplayList, ScreenPoint, ScreenRect } from '../display-list/display-list.ts';
import { drawText, type Typeface, textWidth } from '../display-list/text.ts';
import { resultColours } from '../hud/meters/result-colours.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { markText } from './mark-text.ts';
import { nearTarget, placeOf } from './mistake-place.ts';
import { moveInside, placeLabels } from './place-labels.ts';
import { drawLine, drawRing } from './strokes.ts';

/** The marks beside the mistakes of a play: the distance line, the press and the cause. */
export interface MistakeMarks {
  readonly marks: Timeline<Mark>;
  readonly viewport: Viewport;
  readonly typeface: Typeface;
  readonly roll: BarrelRoll | null;
  readonly sizes: Sizes;
}

interface Mark extends Lifetime {
  /** Song milliseconds per real millisecond. */
  readonly rate: number;
  readonly target: ScreenPoint;
  readonly cursor: ScreenPoint | null;
  readonly press: ScreenPoint | null;
  readonly colour: Rgb;
  readonly text: string;
  readonly label: ScreenRect;
}

/** In pixels. */
interface Sizes {
  readonly text: number;
  readonly line: number;
  readonly ring: number;
  readonly padding: number;
}

/** Real milliseconds. */
const visibleMs = 1000;
const fadeInMs = 60;
const fadeOutMs = 200;
/** A line to a cursor that is further away, in osu! pixels, only shows the direction. */
const maxLine = 400;
const maxNext = 3;
const black: Rgb = { r: 0, g: 0, b: 0 };
const red: Rgb = { r: 255, g: 84, b: 84 };

/** Finds the mistakes of a play and places their marks; null if the viewer does not want them. */
export function createMistakeMarks(input: SceneInput): MistakeMarks | null {
  if (!input.options.mistakeMarks) return null;
  const { play, replay, mods } = input;
  const frames = playedFrames(replay.frames, play.map.beatmap);
  return placeMarks(input, findMistakes(play, frames, mods));
}

/** Places the marks of mistakes, which are ordered by time. */
export function placeMarks(input: SceneInput, mistakes: readonly Mistake[]): MistakeMarks {
  const { play, viewport, typeface, mods } = input;
  const sizes = sizesOf(viewport);
  const motion = createObjectMotion({ map: play.map, mods, entryAngles: play.entryAngles });
  const unplaced = withoutRepetitions(mistakes.map((mistake) => describeMark({ play, viewport, motion }, mistake)));
  const height = Math.round(sizes.text * 1.5);
  const labels = placeLabels(
    unplaced.map(({ appears, vanishes, target, cursor, text, reachPx, next }) => ({
      appears,
      vanishes,
      centre: target,
      reachPx: reachPx + sizes.padding,
      away: cursor === null ? { x: 0, y: 0 } : { x: cursor.x - target.x, y: cursor.y - target.y },
      width: Math.ceil(textWidth(typeface, text) * sizes.text + 3 * sizes.padding),
      height,
      next,
    })),
    frameOf(viewport, sizes),
  );
  const marks = unplaced.map((mark, i) => ({ ...mark, label: labels[i]! }));
  return { marks: createTimeline(marks), viewport, typeface, roll: createBarrelRoll(mods, viewport), sizes };
}

/** Draws the marks that are visible. */
export function drawMistakeMarks(list: DisplayList, { marks, ...style }: MistakeMarks, t: Millis): void {
  const alive = aliveAt(marks, t);
  for (const mark of alive) drawEvidence(list, style, mark, t);
  for (const mark of alive) drawCause(list, style, mark, t);
}

type Style = Omit<MistakeMarks, 'marks'>;

/** Dark edges keep lines and rings visible on bright backgrounds. */
function drawEvidence(list: DisplayList, { roll, sizes }: Style, mark: Mark, t: Millis): void {
  const alpha = opacity(mark, t);
  const { colour } = mark;
  const from = rolledPoint(roll, mark.target, t);
  if (mark.cursor !== null) {
    const to = rolledPoint(roll, mark.cursor, t);
    drawLine(list, { from, to, widthPx: sizes.line * 2 }, { colour: black, alpha: 0.6 * alpha });
    drawLine(list, { from, to, widthPx: sizes.line }, { colour, alpha });
  }
  if (mark.press === null) return;
  const at = rolledPoint(roll, mark.press, t);
  drawRing(list, { at, radiusPx: sizes.ring * 1.25 }, { colour: black, alpha: 0.6 * alpha });
  drawRing(list, { at, radiusPx: sizes.ring }, { colour, alpha });
}

function drawCause(list: DisplayList, { roll, sizes, typeface, viewport }: Style, mark: Mark, t: Millis): void {
  const alpha = opacity(mark, t);
  const { left, top, width, height } = labelAt(mark, { roll, sizes, viewport }, t);
  list.fill({ left, top, width, height }, { colour: black, alpha: 0.75 * alpha });
  list.fill({ left, top, width: Math.max(2, Math.round(sizes.padding / 2)), height }, { colour: mark.colour, alpha });
  const at = { x: left + Math.round(sizes.padding * 1.5), y: top + Math.round(height * 0.71) };
  drawText(list, typeface, mark.text, { at, sizePx: sizes.text, alpha });
}

/** The label moves with its object on a playfield that rotates, and stays upright and inside the frame. */
function labelAt(
  { label, target }: Mark,
  { roll, sizes, viewport }: Pick<Style, 'roll' | 'sizes' | 'viewport'>,
  t: Millis,
): ScreenRect {
  if (roll === null) return label;
  const { x, y } = rolledPoint(roll, target, t);
  const moved = { left: Math.round(label.left + x - target.x), top: Math.round(label.top + y - target.y) };
  return moveInside({ ...label, ...moved }, frameOf(viewport, sizes));
}

function opacity({ appears, vanishes, rate }: Mark, t: Millis): number {
  return (
    progressBetween(t, appears, appears + fadeInMs * rate) *
    (1 - progressBetween(t, vanishes - fadeOutMs * rate, vanishes))
  );
}

interface UnplacedMark extends Omit<Mark, 'label'> {
  readonly object: number;
  readonly reachPx: number;
  readonly next: readonly ScreenRect[];
}

function describeMark(
  { play, viewport, motion }: Pick<SceneInput, 'play' | 'viewport'> & { readonly motion: ObjectMotion | null },
  mistake: Mistake,
): UnplacedMark {
  const { map } = play;
  const { target } = placeOf(mistake, map.objects[mistake.object]!, motion);
  const near = (at: OsuPoint | undefined) => (at ? viewport.toScreen(nearTarget(target, at, maxLine)) : null);
  const rate = rateAt(map.songClock, mistake.time);
  const reachPx = map.radius * viewport.osuPx;
  return {
    object: mistake.object,
    appears: mistake.time,
    vanishes: mistake.time + visibleMs * rate,
    rate,
    target: viewport.toScreen(target),
    cursor: near(mistake.cursor?.at),
    press: near(mistake.press?.at),
    colour: colourOf(mistake.result),
    text: markText(mistake, { target, circleRadius: map.radius, rate }),
    reachPx,
    next: nextCircles(map, mistake).map((at) => boxAround(viewport.toScreen(at), reachPx)),
  };
}

/** The far end of a slider that is still visible, and the ends of the objects that come next. */
function nextCircles({ objects }: PlayableMap, { object, time }: Mistake): OsuPoint[] {
  const own = objects[object]!;
  const circles = own.kind === 'slider' && own.endTime > time ? [farEnd(own)] : [];
  let count = 0;
  for (let i = object + 1; i < objects.length && count < maxNext; i++) {
    const next = objects[i]!;
    if (next.kind === 'spinner' || next.endTime <= time) continue;
    count++;
    circles.push(next.at);
    if (next.kind === 'slider') circles.push(farEnd(next));
  }
  return circles;
}

function farEnd({ at, path: { xs, ys } }: PlayableSlider): OsuPoint {
  return { x: at.x + (xs.at(-1) ?? 0), y: at.y + (ys.at(-1) ?? 0) };
}

function boxAround({ x, y }: ScreenPoint, radiusPx: number): ScreenRect {
  return { left: x - radiusPx, top: y - radiusPx, width: 2 * radiusPx, height: 2 * radiusPx };
}

/** A slider's head and the slider as a whole can have the same cause, which is shown once. */
function withoutRepetitions(marks: readonly UnplacedMark[]): UnplacedMark[] {
  const lastOf = new Map<string, UnplacedMark>();
  return marks.filter((mark) => {
    const key = `${mark.object} ${mark.text}`;
    const before = lastOf.get(key);
    if (before !== undefined && before.vanishes > mark.appears) return false;
    lastOf.set(key, mark);
    return true;
  });
}

function colourOf(result: Result): Rgb {
  return result === 'ok' || result === 'meh' ? resultColours[result] : red;
}

/** Small pictures have larger text than their size would give them, so that it can be read. */
function sizesOf({ uiPx }: Viewport): Sizes {
  return {
    text: Math.max(12, Math.round(18 * uiPx)),
    line: Math.max(1.5, 2.4 * uiPx),
    ring: Math.max(5, 9 * uiPx),
    padding: Math.max(3, Math.round(5 * uiPx)),
  };
}

function frameOf({ widthPx, heightPx }: Viewport, { padding }: Sizes) {
  return { width: widthPx, height: heightPx, marginPx: padding };
}
