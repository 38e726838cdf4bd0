import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { Knockout, LiveOrder, OrderBy, PlayerTrack } from '../../../../game/together/index.ts';
import { standingAfter } from '../../../../game/together/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { clamp01, outQuad, progressBetween } from '../../animation/easing.ts';
import { createTween, type Tween, tweenAt } from '../../animation/tween.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import { playerColour } from '../../together/player-colours.ts';
import type { Together } from '../../together/together.ts';
import { formatAccuracy } from '../counters/accuracy-counter.ts';
import { formatTime, groupDigits } from '../format-numbers.ts';
import { drawLabel, type Ui } from '../ui.ts';
import { drawStandingsRow, type RowState, type RowStyle, rowStyles, widthWithLives } from './standings-row.ts';

/**
 * All players at the left edge, in their live order: rows move as players overtake each other. In a wide knockout, the list
 * continues at the right edge.
 */
export interface Standings {
  readonly rows: readonly StandingsRow[];
  readonly order: LiveOrder;
  readonly knockout: Knockout | null;
  readonly orderBy: OrderBy;
  readonly appears: Millis;
  readonly style: RowStyle;
  readonly top: number;
  /** The number of rows for which there is space at the left edge. */
  readonly maxRows: number;
  /** Draws at the right edge; null if there is no space. */
  readonly rightUi: Ui | null;
}

interface StandingsRow {
  readonly player: number;
  readonly track: PlayerTrack;
  readonly colour: Rgb;
  /** The place from 0, moving. */
  readonly place: Tween;
  /** Whether it is the play that is shown; its row is always visible. */
  readonly isOwn: boolean;
  readonly draw: CachedDraw<RowState>;
}

/** Between the other elements at the left; a knockout has none of them. */
const areas = {
  ghosts: { top: 322, bottom: 668 },
  scoreboard: { top: 322, bottom: 668 },
  knockout: { top: 84, bottom: 706 },
} as const satisfies Record<Together['layout'], { top: number; bottom: number }>;
/** The right column starts below the progress pie, one row lower than the left one. */
const rightColumn = { minUiWidth: 1300, skippedRows: 1 };
/** Real milliseconds. */
const moveMs = 350;
const fadeMs = 300;
const grey = { r: 205, g: 205, b: 215 };

/** Prepares the list; null without other players. */
export function createStandings({ together, play }: SceneInput, ui: Ui, appears: Millis): Standings | null {
  if (!together?.hasStandings) return null;
  const { tracks, order, knockout, orderBy, layout, shown } = together;
  const { top, bottom } = areas[layout];
  const style = tracks.length * rowStyles.tall.pitch <= bottom - top ? rowStyles.tall : rowStyles.flat;
  const maxRows = Math.floor((bottom - top) / style.pitch);
  const hasRight = layout === 'knockout' && tracks.length > maxRows && ui.viewport.uiWidth >= rightColumn.minUiWidth;
  const duration = moveMs * play.map.clockRate;
  return {
    order,
    knockout,
    orderBy,
    appears,
    style,
    top,
    maxRows,
    rightUi: hasRight ? shiftedRight(ui, ui.viewport.uiWidth - widthWithLives(style, knockout?.lives ?? 1)) : null,
    rows: tracks.map((track, player) => ({
      player,
      track,
      colour: playerColour(player),
      place: placeTween(order, player, duration),
      isOwn: layout !== 'knockout' && player === shown,
      draw: cacheLast(drawStandingsRow),
    })),
  };
}

function shiftedRight(ui: Ui, by: number): Ui {
  const { viewport } = ui;
  return { ...ui, viewport: { ...viewport, ui: (x, y) => viewport.ui(x + by, y) } };
}

function placeTween({ times, places }: LiveOrder, player: number, duration: Millis): Tween {
  let last = player;
  const moves = places.flatMap((placesThen, i) => {
    const to = placesThen[player]!;
    if (to === last) return [];
    last = to;
    return [{ time: times[i]!, to }];
  });
  return createTween(player, moves, { duration: () => duration, ease: outQuad });
}

/** Draws the rows that have space. */
export function drawStandings(list: DisplayList, ui: Ui, standings: Standings, t: Millis): void {
  const { rows, maxRows, appears, style, top, rightUi } = standings;
  const capacity = rightUi ? 2 * maxRows - rightColumn.skippedRows : maxRows;
  const fade = progressBetween(t, appears, appears + fadeMs * ui.clockRate);
  if (fade === 0) return;
  const ownRow = rows.find(({ isOwn }) => isOwn);
  const own = ownRow ? tweenAt(ownRow.place, t) : 0;
  // If the own row would be below the last one, it takes the place of the last one.
  const space = capacity - clamp01(own - (capacity - 2));
  const target = placesAt(standings.order, t);
  for (const row of rows) {
    const place = tweenAt(row.place, t);
    const { isOwn } = row;
    const alpha = fade * (isOwn ? 1 : clamp01(space - place)) * (rightUi ? besideGap(place, maxRows) : 1);
    if (alpha === 0) continue;
    const isRight = rightUi !== null && place > maxRows - 0.5;
    const line = isRight ? place - maxRows + rightColumn.skippedRows : Math.min(place, maxRows - 1);
    const y = top + line * style.pitch;
    const values = valuesOf(standings, row, { target, t });
    row.draw(list, { ui: isRight ? rightUi : ui, style, y, alpha, isOwn, ...values });
  }
  const hidden = rows.length - capacity;
  if (hidden <= 0) return;
  const y = top + maxRows * style.pitch + 18;
  drawLabel(list, ui, `and ${hidden} more`, { x: style.nameX, y, size: style.numbers, colour: grey, alpha: fade });
}

/** A row that moves from one column to the other fades out and in again. */
function besideGap(place: number, maxRows: number): number {
  return clamp01(2 * Math.abs(place - (maxRows - 0.5)));
}

function placesAt({ times, places }: LiveOrder, t: Millis): Uint8Array | null {
  const i = lastAtOrBefore(times, t);
  return i < 0 ? null : places[i]!;
}

/** What a row says. Only texts and flags, so that it is drawn anew only when one of them changes. */
function valuesOf(
  { knockout, orderBy }: Standings,
  { player, track, colour }: StandingsRow,
  { target, t }: { readonly target: Uint8Array | null; readonly t: Millis },
): Omit<RowState, 'ui' | 'style' | 'y' | 'alpha' | 'isOwn'> {
  const dropOut = knockout?.dropOuts[player] ?? null;
  const isOut = dropOut !== null && t >= dropOut.time;
  // The numbers stop with the player.
  const standing = standingAfter(track, lastAtOrBefore(track.totals.times, isOut ? dropOut.time : t) + 1);
  const lost = knockout?.lostLives[player]?.filter((time) => time <= t).length ?? 0;
  const place = isOut ? (knockout?.places[player] ?? 0) : (target?.[player] ?? player) + 1;
  return {
    name: track.name,
    place: String(place),
    colour,
    score: groupDigits(Math.round(standing.score)),
    accuracy: formatAccuracy(standing.accuracy, track.mods.rules),
    combo: `${standing.combo}x`,
    orderBy,
    out: isOut ? formatTime(dropOut.time) : null,
    lives: knockout === null || knockout.lives === 1 || isOut ? 0 : Math.max(0, knockout.lives - lost),
  };
}
