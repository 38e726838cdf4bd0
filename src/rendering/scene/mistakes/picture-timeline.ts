import { lastAtOrBefore } from '../../../game/binary-search.ts';
import { hitWindowsOf, type Play, type Press } from '../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import type { CursorPath } from '../cursor/index.ts';
import type { DisplayList, ScreenRect } from '../display-list/display-list.ts';
import { resultColours } from '../hud/meters/result-colours.ts';
import { colours, pressColour } from './picture-colours.ts';

/** The keys over time, below the hit windows of the object. */
export interface PictureTimeline {
  readonly area: ScreenRect;
  readonly play: Play;
  readonly path: CursorPath;
  /** Those in the time that is shown. */
  readonly presses: readonly Press[];
  /** The index of the object. */
  readonly object: number;
  /** The time in the middle, and the time from there to both ends. */
  readonly centre: Millis;
  readonly reach: Millis;
}

const black: Rgb = { r: 0, g: 0, b: 0 };
const heldColour: Rgb = { r: 120, g: 132, b: 158 };

/** Draws the hit windows, a line at the time of the object, and a row of each button's presses. */
export function drawTimeline(list: DisplayList, timeline: PictureTimeline): void {
  const { area, play } = timeline;
  const object = play.map.objects[timeline.object]!;
  list.fill(area, { colour: black });
  if (object.kind !== 'spinner') drawWindows(list, timeline, object.startTime);
  drawKeys(list, timeline);
  drawPresses(list, timeline);
}

function drawWindows(list: DisplayList, timeline: PictureTimeline, time: Millis): void {
  const { area, play } = timeline;
  const windows = hitWindowsOf(play.map);
  const height = Math.round(area.height * 0.3);
  for (const result of ['meh', 'ok', 'great'] as const) {
    const [left, right] = [time - windows[result], time + windows[result]].map((t) => columnOf(timeline, t));
    const band = { left: left!, top: area.top, width: right! - left!, height };
    // Opaque, so that the narrower bands replace the wider ones.
    list.fill(band, { colour: dimmed(resultColours[result]) });
  }
  if (isShown(timeline, time))
    list.fill(
      { left: columnOf(timeline, time) - 0.5, top: area.top, width: 1, height: area.height },
      { colour: colours.object },
    );
}

/** Draws a bar for each time in which a button is held. */
function drawKeys(list: DisplayList, timeline: PictureTimeline): void {
  const { path, centre, reach } = timeline;
  const first = Math.max(0, lastAtOrBefore(path.times, centre - reach));
  const last = lastAtOrBefore(path.times, centre + reach);
  for (const button of [0, 1] as const) {
    let since: Millis | null = null;
    for (let i = first; i <= last + 1; i++) {
      const held = i <= last && isHeld(path.keys[i]!, button);
      if (held) since ??= path.times[i]!;
      else if (since !== null) {
        drawHeld(list, timeline, { button, since, until: path.times[i] ?? path.times[last]! });
        since = null;
      }
    }
  }
}

function drawHeld(
  list: DisplayList,
  timeline: PictureTimeline,
  { button, since, until }: { readonly button: 0 | 1; readonly since: Millis; readonly until: Millis },
): void {
  const [left, right] = [columnOf(timeline, since), columnOf(timeline, until)];
  list.fill({ ...rowOf(timeline, button), left, width: right - left }, { colour: heldColour });
}

function drawPresses(list: DisplayList, timeline: PictureTimeline): void {
  const { presses, object } = timeline;
  for (const press of presses) {
    const row = rowOf(timeline, press.button === 'left' ? 0 : 1);
    const left = columnOf(timeline, press.time);
    list.fill({ ...row, left, width: 3 }, { colour: pressColour(press, object) });
  }
}

/** A key of the keyboard is the same button as a key of the mouse. */
function isHeld(keys: number, button: 0 | 1): boolean {
  return (((keys | (keys >> 2)) >> button) & 1) === 1;
}

function rowOf({ area }: PictureTimeline, button: 0 | 1): Pick<ScreenRect, 'top' | 'height'> {
  const height = Math.round(area.height * 0.25);
  return { top: area.top + Math.round(area.height * (button === 0 ? 0.37 : 0.68)), height };
}

function isShown({ centre, reach }: PictureTimeline, t: Millis): boolean {
  return Math.abs(t - centre) <= reach;
}

/** The x of a time, at most that of the nearer end. */
function columnOf({ area, centre, reach }: PictureTimeline, t: Millis): number {
  const progress = (t - centre + reach) / (2 * reach);
  return area.left + Math.max(0, Math.min(1, progress)) * area.width;
}

function dimmed({ r, g, b }: Rgb): Rgb {
  return { r: r * 0.6, g: g * 0.6, b: b * 0.6 };
}
