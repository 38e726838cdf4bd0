import { type Break, visibleBreaks } from '../../../../game/beatmap/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { outQuad, progressBetween } from '../../animation/easing.ts';
import { aliveAt, createTimeline, type Timeline } from '../../animation/timeline.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import type { AccuracyCounter } from '../counters/accuracy-counter.ts';
import { slideMs } from '../hud-visibility.ts';
import { drawBox, type Ui } from '../ui.ts';
import { type BreakGrade, createBreakGrade, drawBreakGrade } from './break-grade.ts';
import { type BreakInfo, createBreakInfo, drawBreakInfo } from './break-info.ts';
import { type BreakSection, createBreakSection, drawBreakSection } from './break-section.ts';

/** What is shown during a break. */
export interface DrawableBreak extends Break {
  readonly appears: Millis;
  readonly vanishes: Millis;
  readonly hasLetterbox: boolean;
  /** What stable shows; null in short breaks and for lazer plays. */
  readonly section: BreakSection | null;
  readonly grade: BreakGrade | null;
  /** What lazer shows; null in short breaks and for stable plays. */
  readonly info: BreakInfo | null;
}

const letterboxHeight = 86;
const black = { r: 0, g: 0, b: 0 };

/** Computes what each break shows. Stable's grade stands beside the accuracy. */
export function createBreaks(input: SceneInput, accuracy: AccuracyCounter): Timeline<DrawableBreak> {
  const { map } = input.play;
  const isStable = input.mods.rules === 'stable';
  const breaks = visibleBreaks(map.beatmap).map(
    (period): DrawableBreak => ({
      ...period,
      appears: period.start,
      vanishes: period.end + slideMs * map.clockRate,
      hasLetterbox: map.beatmap.general.letterboxInBreaks,
      section: isStable ? createBreakSection(input, period) : null,
      grade: isStable ? createBreakGrade(input, period, accuracy) : null,
      info: isStable ? null : createBreakInfo(input, period),
    }),
  );
  return createTimeline(breaks);
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

/** Draws what the client of the play shows in the current break. */
export function drawBreaks(list: DisplayList, ui: Ui, breaks: Timeline<DrawableBreak>, t: Millis): void {
  for (const { section, grade, info } of aliveAt(breaks, t)) {
    if (section) drawBreakSection(list, ui, section, t);
    if (grade) drawBreakGrade(list, ui, grade, t);
    if (info) drawBreakInfo(list, ui, info, t);
  }
}
