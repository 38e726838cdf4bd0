import type { Mods } from '../../../../game/mods/index.ts';
import { type Grade, gradeOf, type Play, stateAt } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import { type SmoothedValue, smoothedAt } from '../../animation/smoothed-value.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { textWidth } from '../../display-list/text.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { fitName } from '../fit-name.ts';
import { groupDigits } from '../format-numbers.ts';
import { drawImage, drawLabel, drawSharpBox, type Ui } from '../ui.ts';
import { formatAccuracy } from './accuracy-counter.ts';
import { rollingScore } from './score-counter.ts';

/**
 * The player's own row, at the left edge. Other scores are known only to osu!'s servers, and a video must not depend on
 * their availability.
 */
export interface Scoreboard {
  readonly player: string;
  readonly score: SmoothedValue;
  readonly play: Play;
  readonly mods: Mods;
  readonly grades: ReadonlyMap<Grade, SizedImage>;
  readonly appears: Millis;
}

const allGrades: readonly Grade[] = ['X', 'XH', 'S', 'SH', 'A', 'B', 'C', 'D'];
const row = { y: 372, width: 270, height: 58 };
const grade = { x: 34, maxWidth: 42 };
const text = { left: 62, right: 260, name: 19, numbers: 17, upper: 25, lower: 47 };
const fadeMs = 300;
const black: Rgb = { r: 0, g: 0, b: 0 };
const accent: Rgb = { r: 255, g: 102, b: 170 };
const grey: Rgb = { r: 205, g: 205, b: 215 };
const blue: Rgb = { r: 150, g: 215, b: 255 };

/** Prepares the scoreboard, which appears when the intro card has left its place. */
export function createScoreboard({ play, replay, mods, pictures }: SceneInput, appears: Millis): Scoreboard {
  const grades = new Map<Grade, SizedImage>();
  for (const name of allGrades) {
    const image = pictures.image(`ranking-${name}-small`);
    if (image) grades.set(name, image);
  }
  return {
    player: replay.header.player,
    score: rollingScore({ play, replay }),
    play,
    mods,
    grades,
    appears,
  };
}

/** Draws the player's row. */
export function drawScoreboard(list: DisplayList, ui: Ui, board: Scoreboard, t: Millis): void {
  const alpha = progressBetween(t, board.appears, board.appears + fadeMs * ui.clockRate);
  if (alpha === 0) return;
  const { y, width, height } = row;
  drawSharpBox(list, ui, { x: 0, y, width, height }, { colour: black, alpha: alpha * 0.5 });
  drawSharpBox(list, ui, { x: 0, y, width: 4, height }, { colour: accent, alpha });

  const state = stateAt(board.play, t);
  const image = board.grades.get(gradeOf(state, board.mods));
  if (image) {
    const scale = Math.min(1, grade.maxWidth / Math.max(image.width, image.height));
    drawImage(list, ui, image, { x: grade.x, y: y + height / 2, scale, alpha, still: true });
  }
  const score = Math.round(smoothedAt(board.score, t));
  const [upper, lower] = [y + text.upper, y + text.lower];
  const number = { size: text.numbers, alpha };
  // The same for every accuracy, so that the name never changes.
  const maxWidth = text.right - text.left - textWidth(ui.typeface, '100.00%') * text.numbers - 10;
  const name = fitName(ui, board.player, { size: text.name, maxWidth });
  drawLabel(list, ui, name.text, { x: text.left, y: upper, size: name.size, alpha });
  drawLabel(list, ui, formatAccuracy(state.accuracy, board.mods.rules), {
    ...number,
    x: text.right,
    y: upper,
    align: 'right',
    colour: grey,
  });
  drawLabel(list, ui, groupDigits(score), { ...number, x: text.left, y: lower });
  drawLabel(list, ui, `${state.maxCombo}x`, { ...number, x: text.right, y: lower, align: 'right', colour: blue });
}
