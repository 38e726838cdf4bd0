import type { Mods } from '../../../../game/mods/index.ts';
import { type Grade, gradeOf, type Totals } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import { createSmoothedValue, type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import { lastAtOrBefore } from '../../animation/tween.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { textWidth } from '../../display-list/text.ts';
import type { Drawn } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawLabel, drawPicture, drawSharpBox, type Ui } from '../ui.ts';
import { percentOf } from './accuracy-counter.ts';

/**
 * The player's own row, at the left edge. Other scores of a map are known to osu!'s servers alone, and a video must not
 * depend on whether they can be asked.
 */
export interface Scoreboard {
  readonly player: string;
  readonly score: SmoothedValue;
  readonly totals: Totals;
  readonly mods: Mods;
  readonly grades: ReadonlyMap<Grade, Drawn>;
  readonly appears: Millis;
}

const allGrades: readonly Grade[] = ['X', 'XH', 'S', 'SH', 'A', 'B', 'C', 'D'];
const row = { y: 372, width: 248, height: 58 };
const grade = { x: 34, room: 42 };
const text = { left: 62, right: 238, name: 19, numbers: 17, upper: 25, lower: 47 };
const fadeMs = 300;
const black: Rgb = { r: 0, g: 0, b: 0 };
const accent: Rgb = { r: 255, g: 102, b: 170 };
const quiet: Rgb = { r: 205, g: 205, b: 215 };
const blue: Rgb = { r: 150, g: 215, b: 255 };

/** It begins when its place is free. */
export function createScoreboard({ play, replay, mods, pictures }: SceneInput, appears: Millis): Scoreboard {
  const { totals, map } = play;
  const grades = new Map<Grade, Drawn>();
  for (const name of allGrades) {
    const drawn = pictures.element(`ranking-${name}-small`)?.frames[0];
    if (drawn) grades.set(name, drawn);
  }
  return {
    player: replay.header.player,
    score: createSmoothedValue(
      { initial: 0, times: totals.times, values: totals.score },
      { up: 0.75, clockRate: map.clockRate },
    ),
    totals,
    mods,
    grades,
    appears,
  };
}

export function drawScoreboard(list: DisplayList, ui: Ui, board: Scoreboard, t: Millis): void {
  const alpha = progressBetween(t, board.appears, board.appears + fadeMs * ui.clockRate);
  if (alpha === 0) return;
  const { y, width, height } = row;
  drawSharpBox(list, ui, { x: 0, y, width, height }, { colour: black, alpha: alpha * 0.5 });
  drawSharpBox(list, ui, { x: 0, y, width: 4, height }, { colour: accent, alpha });

  const { accuracy, maxCombo, grade: given } = standing(board, t);
  const picture = board.grades.get(given);
  if (picture) {
    const scale = Math.min(1, grade.room / Math.max(picture.width, picture.height));
    drawPicture(list, ui, picture, { x: grade.x, y: y + height / 2, scale, alpha, still: true });
  }
  const score = Math.round(smoothedAt(board.score, t));
  const [upper, lower] = [y + text.upper, y + text.lower];
  const number = { size: text.numbers, alpha };
  const room = text.right - text.left - textWidth(ui.typeface, '100.00%') * text.numbers - 10;
  const name = { x: text.left, y: upper, size: fitting(ui, board.player, room), alpha };
  drawLabel(list, ui, board.player, name);
  drawLabel(list, ui, percentOf(accuracy), { ...number, x: text.right, y: upper, align: 'right', colour: quiet });
  drawLabel(list, ui, grouped(score), { ...number, x: text.left, y: lower });
  drawLabel(list, ui, `${maxCombo}x`, { ...number, x: text.right, y: lower, align: 'right', colour: blue });
}

function standing({ totals, mods }: Scoreboard, t: Millis): { accuracy: number; maxCombo: number; grade: Grade } {
  const i = lastAtOrBefore(totals.times, t);
  const of = (column: Uint32Array) => (i < 0 ? 0 : column[i]!);
  const accuracy = i < 0 ? 1 : totals.accuracy[i]!;
  const counts = { n300: of(totals.n300), n100: of(totals.n100), n50: of(totals.n50), misses: of(totals.misses) };
  return { accuracy, maxCombo: of(totals.maxCombo), grade: gradeOf({ ...counts, accuracy }, mods) };
}

/** A name too long for the row is written smaller rather than cut. */
function fitting({ typeface }: Ui, name: string, room: number): number {
  return Math.min(text.name, room / Math.max(1, textWidth(typeface, name)));
}

/** In groups of three digits, the same wherever it is read. */
function grouped(score: number): string {
  return String(score).replace(/\B(?=(\d{3})+$)/g, ',');
}
