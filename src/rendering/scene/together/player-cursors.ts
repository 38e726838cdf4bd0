import type { PlayerTrack } from '../../../game/together/index.ts';
import type { Millis, Rgb } from '../../../game/units.ts';
import { progressBetween } from '../animation/easing.ts';
import { type CursorPath, cursorAt } from '../cursor/cursor-path.ts';
import { type Distances, distanceAt, distancesOf, pointAtDistance } from '../cursor/distances.ts';
import type { DisplayList, ScreenPoint, Sprites } from '../display-list/display-list.ts';
import { drawMovingSprites, exposedFraction, type MotionBlur } from '../display-list/motion-blur.ts';
import type { SceneInput } from '../scene-input.ts';
import type { Viewport } from '../viewport.ts';
import { playerColour } from './player-colours.ts';
import { isShared, type Together } from './together.ts';

/** The images of players' cursors, which the scene loader makes: skins' cursors have colours of their own. */
export const playerImages = {
  /** A white disc with a dark edge; it is tinted. */
  disc: 'player/disc',
  /** A small white disc for its middle. */
  core: 'player/core',
  /** A soft white spot for the trail. */
  trail: 'player/trail',
} as const;
/** The width of each of these images, in skin pixels. */
export const playerImageSize = 32;

/** The cursors of all players, back to front. */
export interface PlayerCursors {
  readonly cursors: readonly PlayerCursor[];
  readonly viewport: Viewport;
  readonly motionBlur: MotionBlur;
  readonly clockRate: number;
  /** Song milliseconds that a trail is visible, and its maximum number of spots. */
  readonly trail: { readonly length: Millis; readonly spots: number; readonly spacing: number } | null;
}

interface PlayerCursor {
  readonly path: CursorPath;
  readonly distances: Distances;
  readonly colour: Rgb;
  readonly scalePx: number;
  /** When the player drops out or fails; null: plays to the end. */
  readonly leavesAt: Millis | null;
}

/** Players beyond this number have smaller cursors and shorter trails. */
const maxLarge = 12;
/** Real milliseconds. */
const trailMs = { few: 260, many: 130 };
const maxSpots = { few: 48, many: 14 };
/** The distance between two spots of a trail, in osu! pixels. */
const spacing = 4.5;
const size = { few: 1, many: 0.72, leading: 1.3 };
const leaveMs = 500;

/** Prepares the cursors; null without other players on the playfield. */
export function createPlayerCursors(input: SceneInput): PlayerCursors | null {
  const { together, viewport, options, play, exposure = 0 } = input;
  if (!isShared(together)) return null;
  const { tracks } = together;
  const crowd = tracks.length > maxLarge ? 'many' : 'few';
  const { clockRate } = play.map;
  const scalePx = viewport.uiPx * options.cursorSize * size[crowd];
  const cursors = tracks.map((track, player): PlayerCursor => {
    const distances = distancesOf(track.frames);
    const isLeading = together.layout === 'ghosts' && player === together.shown;
    return {
      path: track.frames,
      distances,
      colour: playerColour(player),
      scalePx: scalePx * (isLeading ? size.leading : 1),
      leavesAt: leavingTime(together, track, player),
    };
  });
  return {
    // The first player lies on top.
    cursors: cursors.toReversed(),
    viewport,
    motionBlur: { viewport, exposure },
    clockRate,
    trail: options.cursorTrail
      ? { length: trailMs[crowd] * clockRate, spots: maxSpots[crowd], spacing: spacing / options.trailDensity }
      : null,
  };
}

/** When a player leaves the playfield: by dropping out or, if the play does not end with it, by failing. */
function leavingTime({ knockout, shown, layout }: Together, { failedAt }: PlayerTrack, player: number): Millis | null {
  if (layout === 'knockout') return knockout?.dropOuts[player]?.time ?? null;
  return player === shown ? null : failedAt;
}

/** Draws the trails, and all cursors above them. */
export function drawPlayerCursors(list: DisplayList, players: PlayerCursors, t: Millis): void {
  const { cursors, motionBlur, viewport, clockRate, trail } = players;
  const visible = cursors.flatMap((cursor) => {
    const { leavesAt, path } = cursor;
    const alpha = leavesAt === null ? 1 : 1 - progressBetween(t, leavesAt, leavesAt + leaveMs * clockRate);
    return alpha === 0 || path.times.length === 0 ? [] : [{ cursor, alpha }];
  });
  if (trail) for (const { cursor, alpha } of visible) drawTrail(list, { players, trail, cursor, alpha }, t);
  for (const { cursor, alpha } of visible) {
    const positionAt = (time: Millis) => {
      const position = cursorAt(cursor.path, time);
      return position && viewport.toScreen(position);
    };
    drawMovingSprites(list, motionBlur, { t, positionAt }, (sprites, at) => drawDisc(sprites, cursor, { at, alpha }));
  }
}

function drawDisc(sprites: Sprites, { scalePx, colour }: PlayerCursor, look: { at: ScreenPoint; alpha: number }): void {
  sprites.sprite(playerImages.disc, { ...look, scale: scalePx, tint: colour, steady: true });
  sprites.sprite(playerImages.core, { ...look, scale: scalePx, steady: true });
}

interface DrawnTrail {
  readonly players: PlayerCursors;
  readonly trail: NonNullable<PlayerCursors['trail']>;
  readonly cursor: PlayerCursor;
  readonly alpha: number;
}

function drawTrail(list: DisplayList, { players, trail, cursor, alpha }: DrawnTrail, t: Millis): void {
  const { viewport, motionBlur } = players;
  const { distances, colour, scalePx } = cursor;
  const last = Math.floor(distanceAt(distances, t + motionBlur.exposure / 2) / trail.spacing);
  const oldest = Math.ceil(distanceAt(distances, t - trail.length) / trail.spacing);
  const first = Math.max(1, oldest, last - trail.spots + 1);
  for (let spot = first; spot <= last; spot++) {
    const { at, time } = pointAtDistance(distances, spot * trail.spacing);
    // The end of a trail that is cut off fades as well.
    const age = Math.max((t - time) / trail.length, (last - spot) / trail.spots);
    list.sprite(playerImages.trail, {
      at: viewport.toScreen(at),
      scale: scalePx,
      alpha: 0.55 * alpha * Math.max(0, Math.min(1, 1 - age)) * exposedFraction(motionBlur, time, t),
      tint: colour,
      still: true,
    });
  }
}
