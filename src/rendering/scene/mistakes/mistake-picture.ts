import type { PlayableObject } from '../../../game/beatmap/index.ts';
import { lastAtOrBefore } from '../../../game/binary-search.ts';
import type { Mistake } from '../../../game/mistakes/index.ts';
import { createObjectMotion, type ObjectMotion, type Play, type Press } from '../../../game/play/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';
import { type CursorPath, createCursorPath, cursorAt } from '../cursor/index.ts';
import { createDisplayList, type DisplayList } from '../display-list/display-list.ts';
import type { SceneInput } from '../scene-input.ts';
import { type MistakePlace, nearTarget, placeOf } from './mistake-place.ts';
import { colours, pressColour } from './picture-colours.ts';
import { drawAround, drawMistaken } from './picture-objects.ts';
import { drawTimeline } from './picture-timeline.ts';
import { createPictureView, type PictureView } from './picture-view.ts';
import { drawDisc, drawLine, drawRing } from './strokes.ts';

/** What the pictures of a play's mistakes are drawn from. */
export interface MistakePictures {
  readonly play: Play;
  readonly path: CursorPath;
  readonly motion: ObjectMotion | null;
  /** In order of time, with their times: a play has thousands, and a picture shows a few. */
  readonly presses: readonly Press[];
  readonly pressTimes: Float64Array;
}

/** The cursor's path is drawn from this long before the deciding moment to this long after it. */
const pathMs = 200;
/** Objects further away in time are not drawn. */
const aroundMs = 400;
const maxAround = 6;
/** Of a cursor that is further away, in osu! pixels, only the direction is visible. */
const maxCursorDistance = 240;
/** Long enough to leave the picture. */
const maxLine = 1000;
const timelineShare = 0.11;

/** Prepares the pictures of a play's mistakes. */
export function createMistakePictures({
  play,
  replay,
  mods,
}: Pick<SceneInput, 'play' | 'replay' | 'mods'>): MistakePictures {
  const motion = createObjectMotion({ map: play.map, mods, entryAngles: play.entryAngles });
  // Recorded times can go backwards.
  const presses = play.presses.toSorted((a, b) => a.time - b.time);
  const pressTimes = Float64Array.from(presses, ({ time }) => time);
  return { play, path: createCursorPath(replay, play.map), motion, presses, pressTimes };
}

/**
 * The picture of one mistake: its object, the objects around it, the cursor's path 200 ms before and after, the presses in
 * this time, and the distance from the object to the cursor. Below, the hit windows and the keys over the same time. It
 * has no text and needs no images.
 */
export function drawMistakePicture(
  pictures: MistakePictures,
  mistake: Mistake,
  { width, height }: { readonly width: number; readonly height: number },
): DisplayList {
  const { play, path, motion } = pictures;
  const { objects, radius } = play.map;
  const object = objects[mistake.object];
  if (object === undefined) throw new RangeError(`The map has no object ${mistake.object}.`);
  const place = placeOf(mistake, object, motion);
  const cursor = mistake.cursor?.at ?? cursorAt(path, place.time);
  const around = objectsAround(objects, mistake.object, place.time);

  const timelineHeight = Math.round(height * timelineShare);
  const area = { left: 0, top: 0, width, height: height - timelineHeight };
  const required = [place.target, ...[cursor, mistake.press?.at].filter((at) => isNear(place.target, at))];
  const view = createPictureView(
    area,
    required.map((at) => ({ at: at!, radius: at === place.target ? radius : 0 })),
    around.map(({ at }) => ({ at, radius })),
  );

  const list = createDisplayList();
  list.fill({ left: 0, top: 0, width, height }, { colour: colours.background });
  const style = { view, motion, radius, t: place.time };
  for (const other of around.toReversed()) drawAround(list, other, style);
  drawMistaken(list, object, place, style);
  drawPath(list, pictures, view, place.time);
  if (cursor) drawDistance(list, view, place, cursor);
  const presses = pressesBetween(pictures, place.time - pathMs, place.time + pathMs);
  drawPresses(list, presses, view, mistake);
  drawTimeline(list, {
    area: { left: 0, top: height - timelineHeight, width, height: timelineHeight },
    play,
    path,
    presses,
    object: mistake.object,
    centre: place.time,
    reach: pathMs,
  });
  return list;
}

/** The objects before and after, nearest first. */
function objectsAround(objects: readonly PlayableObject[], index: number, t: Millis): PlayableObject[] {
  const before: PlayableObject[] = [];
  for (let i = index - 1; i >= 0 && before.length < maxAround && objects[i]!.endTime >= t - aroundMs; i--)
    before.push(objects[i]!);
  const after: PlayableObject[] = [];
  for (let i = index + 1; i < objects.length && after.length < maxAround && objects[i]!.startTime <= t + aroundMs; i++)
    after.push(objects[i]!);
  const apart = ({ startTime, endTime }: PlayableObject) => Math.max(startTime - t, t - endTime);
  return [...before, ...after].sort((a, b) => apart(a) - apart(b));
}

/** The presses after a time, up to another. */
function pressesBetween({ presses, pressTimes }: MistakePictures, from: Millis, to: Millis): readonly Press[] {
  return presses.slice(lastAtOrBefore(pressTimes, from) + 1, lastAtOrBefore(pressTimes, to) + 1);
}

function isNear(target: OsuPoint, at: OsuPoint | null | undefined): boolean {
  return at !== null && at !== undefined && Math.hypot(at.x - target.x, at.y - target.y) <= maxCursorDistance;
}

/** The path is bright up to the deciding moment and dim after it, with a dot for each frame of the replay. */
function drawPath(list: DisplayList, { path }: MistakePictures, view: PictureView, t: Millis): void {
  const middle = cursorAt(path, t);
  if (middle === null) return;
  const after = framesBetween(path, t, t + pathMs);
  const before = framesBetween(path, t - pathMs, t);
  drawFrames(list, view, { frames: after, line: [middle, ...after], alpha: 0.4 });
  drawFrames(list, view, { frames: before, line: [...before, middle], alpha: 0.95 });
}

/** The positions of the frames after a time, up to another; one for frames in which the cursor rests. */
function framesBetween({ times, xs, ys }: CursorPath, from: Millis, to: Millis): OsuPoint[] {
  const frames: OsuPoint[] = [];
  const last = lastAtOrBefore(times, to);
  for (let i = lastAtOrBefore(times, from) + 1; i <= last; i++) {
    const [at, before] = [{ x: xs[i]!, y: ys[i]! }, frames.at(-1)];
    if (at.x !== before?.x || at.y !== before.y) frames.push(at);
  }
  return frames;
}

function drawFrames(
  list: DisplayList,
  view: PictureView,
  {
    frames,
    line,
    alpha,
  }: { readonly frames: readonly OsuPoint[]; readonly line: readonly OsuPoint[]; readonly alpha: number },
): void {
  const look = { colour: colours.path, alpha };
  const points = line.map((at) => view.toScreen(at));
  for (let i = 1; i < points.length; i++) drawLine(list, { from: points[i - 1]!, to: points[i]!, widthPx: 2 }, look);
  for (const at of frames) drawDisc(list, { at: view.toScreen(at), radiusPx: 2.2 }, look);
}

function drawDistance(list: DisplayList, view: PictureView, { target }: MistakePlace, cursor: OsuPoint): void {
  const look = { colour: colours.distance };
  const [from, to] = [view.toScreen(target), view.toScreen(nearTarget(target, cursor, maxLine))];
  drawLine(list, { from, to, widthPx: 2.6 }, look);
  for (const at of [from, to]) drawDisc(list, { at, radiusPx: 3.4 }, look);
}

function drawPresses(list: DisplayList, presses: readonly Press[], view: PictureView, mistake: Mistake): void {
  for (const press of presses) {
    const radiusPx = mistake.press?.time === press.time ? 10 : 7;
    drawRing(list, { at: view.toScreen(press.at), radiusPx }, { colour: pressColour(press, mistake.object) });
  }
}
