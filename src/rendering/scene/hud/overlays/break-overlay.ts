import { type Break, visibleBreaks } from '../../../../game/beatmap/index.ts';
import type { Mods } from '../../../../game/mods/index.ts';
import { gradeOf, healthAt, type Play } from '../../../../game/play/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { outQuad, progressBetween } from '../../animation/easing.ts';
import { lastAtOrBefore } from '../../animation/last-at-or-before.ts';
import { aliveAt, createTimeline, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { formatAccuracy } from '../counters/accuracy-counter.ts';
import { slideMs } from '../hud-visibility.ts';
import { drawBox, drawImage, drawLabel, type Ui } from '../ui.ts';

/** What is shown during a break. */
export interface DrawableBreak extends Break {
  readonly appears: Millis;
  readonly vanishes: Millis;
  readonly nextObject: Millis;
  readonly hasLetterbox: boolean;
  readonly isPassing: boolean;
  /** The section pass or fail image; null in a short break. */
  readonly section: SizedImage | null;
  readonly info: { readonly grade: SizedImage | null; readonly accuracy: string } | null;
}

const sectionFromMs = 2880;
const infoFromMs = 3000;
const infoFadeMs = 400;
const letterboxHeight = 86;
const black = { r: 0, g: 0, b: 0 };
const white = { r: 255, g: 255, b: 255 };
const info = { y: 604, barWidth: 320, barHeight: 6 };

/** The times, after the middle of the break, at which the section image turns on and off; then it fades out. */
const flashes = {
  passed: [20, 100, 160, 230, 280],
  failed: [130, 230, 280],
  fade: [1280, 1480],
} as const;

/** Computes what each break shows. */
export function createBreaks({ play, mods, pictures }: SceneInput): Timeline<DrawableBreak> {
  const starts = Float64Array.from(play.map.objects, ({ startTime }) => startTime);
  const breaks = visibleBreaks(play.map.beatmap).map(({ start, end }): DrawableBreak => {
    const realMs = (end - start) / play.map.clockRate;
    const isPassing = healthAt(play.health, (start + end) / 2) >= 0.5;
    const standing = standingAt(play, mods, start);
    return {
      start,
      end,
      appears: start,
      vanishes: end + slideMs * play.map.clockRate,
      nextObject: starts[lastAtOrBefore(starts, end - 1) + 1] ?? end,
      hasLetterbox: play.map.beatmap.general.letterboxInBreaks,
      isPassing,
      section: realMs >= sectionFromMs ? pictures.image(isPassing ? 'section-pass' : 'section-fail') : null,
      info:
        realMs >= infoFromMs && standing
          ? {
              grade: pictures.image(`ranking-${standing.grade}-small`),
              accuracy: formatAccuracy(standing.accuracy, mods.rules),
            }
          : null,
    };
  });
  return createTimeline(breaks);
}

function standingAt({ totals }: Play, mods: Mods, t: Millis) {
  const i = lastAtOrBefore(totals.times, t);
  if (i < 0) return null;
  const [n300, n100, n50] = [totals.n300[i]!, totals.n100[i]!, totals.n50[i]!];
  const accuracy = totals.accuracy[i]!;
  return { accuracy, grade: gradeOf({ n300, n100, n50, misses: totals.misses[i]!, accuracy }, mods) };
}

/** Draws the letterbox of maps that have one; it lies below the rest of the HUD. */
export function drawLetterbox(list: DisplayList, ui: Ui, breaks: Timeline<DrawableBreak>, t: Millis): void {
  for (const { start, end, hasLetterbox } of aliveAt(breaks, t)) {
    if (!hasLetterbox) continue;
    const slide = slideMs * ui.clockRate;
    const open = outQuad(Math.min(progressBetween(t, start, start + slide), 1 - progressBetween(t, end, end + slide)));
    const bar = { x: 0, width: ui.viewport.uiWidth, height: letterboxHeight * open };
    drawBox(list, ui, { ...bar, y: 0 }, { colour: black });
    drawBox(list, ui, { ...bar, y: ui.viewport.uiHeight - bar.height }, { colour: black });
  }
}

/** Draws the current break's section image and information. */
export function drawBreaks(list: DisplayList, ui: Ui, breaks: Timeline<DrawableBreak>, t: Millis): void {
  for (const overlay of aliveAt(breaks, t)) {
    drawSection(list, ui, overlay, t);
    drawInfo(list, ui, overlay, t);
  }
}

function drawSection(list: DisplayList, ui: Ui, overlay: DrawableBreak, t: Millis): void {
  if (!overlay.section) return;
  const sinceMs = (t - (overlay.start + overlay.end) / 2) / ui.clockRate;
  const switchTimes = overlay.isPassing ? flashes.passed : flashes.failed;
  const isOn = switchTimes.filter((time) => time <= sinceMs).length % 2 === 1;
  if (!isOn) return;
  const alpha = 1 - progressBetween(sinceMs, flashes.fade[0], flashes.fade[1]);
  drawImage(list, ui, overlay.section, { x: ui.viewport.uiWidth / 2, y: ui.viewport.uiHeight / 2, alpha, still: true });
}

/** Draws the remaining seconds, a line that shrinks from both ends, and the grade and accuracy so far. */
function drawInfo(
  list: DisplayList,
  ui: Ui,
  { start, end, nextObject, info: content }: DrawableBreak,
  t: Millis,
): void {
  if (content === null) return;
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
  drawLabel(list, ui, content.accuracy, { x: middle - 6, y: below, size: 24, align: 'right', alpha });
  if (content.grade) drawImage(list, ui, content.grade, { x: middle + 34, y: below - 9, alpha, still: true });
}
