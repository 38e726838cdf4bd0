import { ballAt, type PlayableObject } from '../../src/game/beatmap/index.ts';
import { hitWindowsOf, type Play, type Press } from '../../src/game/play/index.ts';
import type { Millis, OsuPoint, Rgb } from '../../src/game/units.ts';
import { type CursorPath, cursorAt } from '../../src/rendering/scene/cursor/index.ts';
import type { DisplayList, ScreenRect } from '../../src/rendering/scene/display-list/display-list.ts';
import { drawText, type Typeface } from '../../src/rendering/scene/display-list/text.ts';
import { drawLine } from '../../src/rendering/scene/mistakes/strokes.ts';

/** What a strip shows: one object over time. */
export interface TimeStrip {
  readonly area: ScreenRect;
  readonly typeface: Typeface;
  readonly play: Play;
  readonly path: CursorPath;
  /** The index of the object. */
  readonly object: number;
  readonly from: Millis;
  readonly to: Millis;
  /** When the mistake was judged. */
  readonly judgedAt: Millis;
}

const white: Rgb = { r: 255, g: 255, b: 255 };
const colours = {
  background: { r: 0, g: 0, b: 0 },
  great: { r: 20, g: 60, b: 110 },
  ok: { r: 20, g: 70, b: 30 },
  meh: { r: 90, g: 70, b: 20 },
  other: { r: 130, g: 140, b: 160 },
  head: { r: 255, g: 214, b: 64 },
  ball: { r: 90, g: 220, b: 255 },
  reach: { r: 90, g: 90, b: 90 },
  hit: { r: 86, g: 226, b: 106 },
  hitElsewhere: { r: 84, g: 170, b: 255 },
  noHit: { r: 255, g: 92, b: 92 },
  judged: { r: 255, g: 80, b: 255 },
} as const satisfies Record<string, Rgb>;

/** The rows, in pixels from the strip's top. */
const rows = { labels: 10, objects: 14, windows: 24, distances: 30, presses: 116, keys: [138, 145] } as const;
const maxRadii = 4;
const followRadii = 2.4;
const stepMs = 2;

/**
 * Draws what happened over time: the objects with their indices and the windows of this one; below, the distance of the
 * cursor in radii, yellow from the head or circle, blue from the slider's ball, with lines at 1 and 2.4 radii; then the
 * presses, each with its time relative to the object and what it did, and the held keys.
 */
export function drawTimeStrip(list: DisplayList, strip: TimeStrip): void {
  const { area, play } = strip;
  const object = play.map.objects[strip.object]!;
  list.fill(area, { colour: colours.background });
  if (object.kind !== 'spinner') drawWindows(list, strip, object);
  drawObjects(list, strip);
  for (const radii of [0, 1, followRadii]) {
    const y = yOf(strip, radii);
    list.fill({ left: area.left, top: y, width: area.width, height: 1 }, { colour: colours.reach });
  }
  drawMark(list, strip, { t: strip.judgedAt, colour: colours.judged });
  if (object.kind !== 'spinner') drawDistance(list, strip, { colour: colours.head, target: () => object.at });
  if (object.kind === 'slider') {
    const target = (t: Millis) => (t < object.startTime || t > object.endTime ? null : ballAt(object, t));
    drawDistance(list, strip, { colour: colours.ball, target });
    drawPoints(list, strip, object.startTime);
  }
  drawKeys(list, strip);
  for (const press of play.presses) if (isShown(strip, press.time)) drawPress(list, strip, press);
}

function drawWindows(list: DisplayList, strip: TimeStrip, { startTime }: PlayableObject): void {
  const windows = hitWindowsOf(strip.play.map);
  const height = rows.keys[0] - rows.windows;
  for (const result of ['meh', 'ok', 'great'] as const) {
    const [left, right] = [columnOf(strip, startTime - windows[result]), columnOf(strip, startTime + windows[result])];
    const band = { left, top: strip.area.top + rows.windows, width: right - left, height };
    list.fill(band, { colour: colours[result] });
  }
}

function drawObjects(list: DisplayList, strip: TimeStrip): void {
  const { objects } = strip.play.map;
  for (const [i, { startTime, endTime }] of objects.entries()) {
    if (endTime < strip.from || startTime > strip.to) continue;
    const colour = i === strip.object ? white : colours.other;
    const [left, right] = [columnOf(strip, startTime), columnOf(strip, endTime)];
    const top = strip.area.top + rows.objects;
    list.fill({ left, top, width: Math.max(2, right - left), height: 4 }, { colour });
    list.fill({ left, top, width: 2, height: i === strip.object ? 124 : 10 }, { colour });
    drawLabel(list, strip, { text: `${i}`, t: startTime, y: rows.labels, colour });
  }
}

function drawDistance(
  list: DisplayList,
  strip: TimeStrip,
  { colour, target }: { readonly colour: Rgb; readonly target: (t: Millis) => OsuPoint | null },
): void {
  const { radius } = strip.play.map;
  let before: { x: number; y: number } | null = null;
  for (let t = strip.from; t <= strip.to; t += stepMs) {
    const [cursor, at] = [cursorAt(strip.path, t), target(t)];
    const radii = cursor && at ? Math.hypot(cursor.x - at.x, cursor.y - at.y) / radius : maxRadii;
    const point = radii < maxRadii ? { x: columnOf(strip, t), y: yOf(strip, radii) } : null;
    if (point && before) drawLine(list, { from: before, to: point, widthPx: 2 }, { colour });
    before = point;
  }
}

/** Marks the ticks, repeats and the end: green if hit, red if not. */
function drawPoints(list: DisplayList, strip: TimeStrip, startTime: Millis): void {
  const object = strip.play.map.objects[strip.object]!;
  const slider = strip.play.objects[strip.object]!;
  if (object.kind !== 'slider' || slider.kind !== 'slider') return;
  for (const [i, point] of object.points.entries()) {
    const colour = slider.points[i]!.hit ? colours.hit : colours.noHit;
    const top = strip.area.top + rows.distances;
    list.fill({ left: columnOf(strip, point.judgedAt), top, width: 2, height: 86 }, { colour, alpha: 0.7 });
    drawLabel(list, strip, {
      text: `${Math.round(point.judgedAt - startTime)}`,
      t: point.judgedAt,
      y: rows.distances + 8,
      colour,
    });
  }
}

function drawPress(list: DisplayList, strip: TimeStrip, press: Press): void {
  const { outcome, object } = press;
  const [mine, hit] = [object === strip.object, outcome === 'hit'];
  const colour = hit ? (mine ? colours.hit : colours.hitElsewhere) : colours.noHit;
  drawMark(list, strip, { t: press.time, colour });
  const { startTime } = strip.play.map.objects[strip.object]!;
  const what = outcome === 'none' ? '-' : `${outcome[0]}${object ?? ''}`;
  const y = rows.presses + (press.button === 'left' ? 8 : 18);
  drawLabel(list, strip, { text: `${Math.round(press.time - startTime)}${what}`, t: press.time, y, colour });
}

function drawKeys(list: DisplayList, strip: TimeStrip): void {
  const { times, keys } = strip.path;
  for (let i = 0; i + 1 < times.length; i++) {
    if (times[i + 1]! < strip.from || times[i]! > strip.to) continue;
    for (const [button, row] of rows.keys.entries()) {
      if ((((keys[i]! | (keys[i]! >> 2)) >> button) & 1) === 0) continue;
      const [left, right] = [columnOf(strip, times[i]!), columnOf(strip, times[i + 1]!)];
      list.fill({ left, top: strip.area.top + row, width: right - left, height: 5 }, { colour: colours.other });
    }
  }
}

function drawMark(
  list: DisplayList,
  strip: TimeStrip,
  { t, colour }: { readonly t: Millis; readonly colour: Rgb },
): void {
  if (!isShown(strip, t)) return;
  const top = strip.area.top + rows.windows;
  list.fill({ left: columnOf(strip, t) - 0.5, top, width: 2, height: rows.presses - rows.windows }, { colour });
}

function drawLabel(
  list: DisplayList,
  strip: TimeStrip,
  { text, t, y, colour }: { readonly text: string; readonly t: Millis; readonly y: number; readonly colour: Rgb },
): void {
  if (!isShown(strip, t)) return;
  drawText(list, strip.typeface, text, {
    at: { x: columnOf(strip, t), y: strip.area.top + y },
    sizePx: 11,
    align: 'centre',
    colour,
  });
}

function yOf({ area }: TimeStrip, radii: number): number {
  return area.top + rows.presses - (radii / maxRadii) * (rows.presses - rows.distances);
}

function isShown({ from, to }: TimeStrip, t: Millis): boolean {
  return t >= from && t <= to;
}

/** The x of a time, at most that of the nearer end. */
function columnOf({ area, from, to }: TimeStrip, t: Millis): number {
  return area.left + Math.max(0, Math.min(1, (t - from) / (to - from))) * area.width;
}
