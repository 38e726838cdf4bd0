import { type Break, visibleBreaks } from '../../../../game/beatmap/index.ts';
import type { Mods } from '../../../../game/mods/index.ts';
import { gradeOf, healthAt, type Play } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { outQuad, progressBetween } from '../../animation/easing.ts';
import { aliveAt, createTimeline, type Timeline } from '../../animation/timeline.ts';
import { createTween, lastAtOrBefore, type Tween } from '../../animation/tween.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { Drawn } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { percentOf } from '../counters/accuracy-counter.ts';
import { drawBox, drawLabel, drawPicture, type Ui } from '../ui.ts';

/** What is shown while there is nothing to play. */
export interface BreakShown extends Break {
  readonly appears: Millis;
  readonly vanishes: Millis;
  readonly nextObject: Millis;
  readonly letterbox: boolean;
  readonly passed: boolean;
  /** Section passed or failed; null in a break too short for it. */
  readonly section: Drawn | null;
  readonly info: { readonly grade: Drawn | null; readonly accuracy: string } | null;
}

const slideMs = 500;
const sectionFromMs = 2880;
const infoFromMs = 3000;
const infoFadeMs = 400;
const letterboxHeight = 86;
const black = { r: 0, g: 0, b: 0 };
const white = { r: 255, g: 255, b: 255 };
const info = { y: 604, barWidth: 320, barHeight: 6 };

/** When the sign of the section is on, after the middle of the break; it fades from the last time on. */
const flashes = {
  passed: [20, 100, 160, 230, 280],
  failed: [130, 230, 280],
  fade: [1280, 1480],
} as const;

/** 1 while there is something to play, 0 in breaks: what the bar and the combo slide by. */
export function createPresence({ play }: SceneInput): Tween {
  const slide = slideMs * play.map.clockRate;
  const moves = visibleBreaks(play.map.beatmap).flatMap(({ start, end }) => [
    { time: start, to: 0 },
    { time: Math.max(start, end - slide), to: 1 },
  ]);
  return createTween(1, moves, { duration: () => slide, ease: outQuad });
}

export function createBreaks({ play, mods, pictures }: SceneInput): Timeline<BreakShown> {
  const starts = Float64Array.from(play.map.objects, ({ startTime }) => startTime);
  const drawn = (name: Parameters<typeof pictures.element>[0]) => pictures.element(name)?.frames[0] ?? null;
  const breaks = visibleBreaks(play.map.beatmap).map(({ start, end }): BreakShown => {
    const realMs = (end - start) / play.map.clockRate;
    const well = healthAt(play.health, (start + end) / 2) >= 0.5;
    const sofar = soFar(play, mods, start);
    return {
      start,
      end,
      appears: start,
      vanishes: end + slideMs * play.map.clockRate,
      nextObject: starts[lastAtOrBefore(starts, end - 1) + 1] ?? end,
      letterbox: play.map.beatmap.general.letterboxInBreaks,
      passed: well,
      section: realMs >= sectionFromMs ? drawn(well ? 'section-pass' : 'section-fail') : null,
      info:
        realMs >= infoFromMs && sofar
          ? { grade: drawn(`ranking-${sofar.grade}-small`), accuracy: percentOf(sofar.accuracy) }
          : null,
    };
  });
  return createTimeline(breaks);
}

function soFar({ totals }: Play, mods: Mods, t: Millis) {
  const i = lastAtOrBefore(totals.times, t);
  if (i < 0) return null;
  const [n300, n100, n50] = [totals.n300[i]!, totals.n100[i]!, totals.n50[i]!];
  const accuracy = totals.accuracy[i]!;
  return { accuracy, grade: gradeOf({ n300, n100, n50, misses: totals.misses[i]!, accuracy }, mods) };
}

/** Bars above and below, where the map asks for them; they lie under the rest of the HUD. */
export function drawLetterbox(list: DisplayList, ui: Ui, breaks: Timeline<BreakShown>, t: Millis): void {
  for (const { start, end, letterbox } of aliveAt(breaks, t)) {
    if (!letterbox) continue;
    const slide = slideMs * ui.clockRate;
    const open = outQuad(Math.min(progressBetween(t, start, start + slide), 1 - progressBetween(t, end, end + slide)));
    const bar = { x: 0, width: ui.viewport.uiWidth, height: letterboxHeight * open };
    drawBox(list, ui, { ...bar, y: 0 }, { colour: black });
    drawBox(list, ui, { ...bar, y: ui.viewport.uiHeight - bar.height }, { colour: black });
  }
}

export function drawBreaks(list: DisplayList, ui: Ui, breaks: Timeline<BreakShown>, t: Millis): void {
  for (const pause of aliveAt(breaks, t)) {
    drawSection(list, ui, pause, t);
    drawInfo(list, ui, pause, t);
  }
}

function drawSection(list: DisplayList, ui: Ui, pause: BreakShown, t: Millis): void {
  if (!pause.section) return;
  const sinceMs = (t - (pause.start + pause.end) / 2) / ui.clockRate;
  const switches = pause.passed ? flashes.passed : flashes.failed;
  const on = switches.filter((time) => time <= sinceMs).length % 2 === 1;
  if (!on) return;
  const alpha = 1 - progressBetween(sinceMs, flashes.fade[0], flashes.fade[1]);
  drawPicture(list, ui, pause.section, { x: ui.viewport.uiWidth / 2, y: ui.viewport.uiHeight / 2, alpha, still: true });
}

/** The seconds that are left, over a line that grows shorter from both ends; how the play went so far below. */
function drawInfo(list: DisplayList, ui: Ui, { start, end, nextObject, info: shown }: BreakShown, t: Millis): void {
  if (shown === null) return;
  const fade = infoFadeMs * ui.clockRate;
  const alpha = Math.min(progressBetween(t, start, start + fade), 1 - progressBetween(t, end - fade, end));
  if (alpha === 0) return;
  const middle = ui.viewport.uiWidth / 2;
  const seconds = Math.ceil((nextObject - t) / ui.clockRate / 1000);
  drawLabel(list, ui, String(seconds), { x: middle, y: info.y - 14, size: 40, align: 'centre', alpha });
  const width = info.barWidth * (1 - progressBetween(t, start, end));
  const bar = { x: middle - width / 2, y: info.y, width, height: info.barHeight };
  drawBox(list, ui, bar, { colour: white, alpha: alpha * 0.85 });
  const below = info.y + 46;
  drawLabel(list, ui, shown.accuracy, { x: middle - 6, y: below, size: 24, align: 'right', alpha });
  if (shown.grade) drawPicture(list, ui, shown.grade, { x: middle + 34, y: below - 9, alpha, still: true });
}
