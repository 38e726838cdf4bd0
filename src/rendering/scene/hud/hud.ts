import type { Millis } from '../../../game/units.ts';
import type { Timeline } from '../animation/timeline.ts';
import type { Tween } from '../animation/tween.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { Looks } from '../look-options.ts';
import type { SceneInput } from '../scene-input.ts';
import { inTheMiddle } from '../viewport.ts';
import { type AccuracyCounter, createAccuracy, drawAccuracy } from './counters/accuracy-counter.ts';
import { type ComboCounter, createCombo, drawCombo } from './counters/combo-counter.ts';
import { createHitCounts, drawHitCounts, type HitCounts } from './counters/hit-counts.ts';
import { createPpCounter, drawPpCounter, type PpCounter } from './counters/pp-counter.ts';
import { createScore, drawScore, type ScoreCounter } from './counters/score-counter.ts';
import { createScoreboard, drawScoreboard, type Scoreboard } from './counters/scoreboard.ts';
import { type AimErrorMeter, createAimErrorMeter, drawAimErrorMeter } from './meters/aim-error-meter.ts';
import { createHealthBar, drawHealthBar, type HealthBar } from './meters/health-bar.ts';
import { createHitErrorMeter, drawHitErrorMeter, type HitErrorMeter } from './meters/hit-error-meter.ts';
import { createProgress, drawProgress, type Progress } from './meters/progress-pie.ts';
import { createStrainGraph, drawStrainGraph, type StrainGraph } from './meters/strain-graph.ts';
import { type BreakShown, createBreaks, createPresence, drawBreaks, drawLetterbox } from './overlays/break-overlay.ts';
import { type CountdownSigns, createCountdown, drawCountdown } from './overlays/countdown.ts';
import { createIntro, drawIntro, type Intro, introGoneAt } from './overlays/intro-card.ts';
import { createKeyOverlay, drawKeyOverlay, type KeyOverlay } from './overlays/key-overlay.ts';
import { createModIcons, drawModIcons, type ModIcons } from './overlays/mod-icons.ts';
import { drawSeizureWarning } from './overlays/seizure-warning.ts';
import { createWarningArrows, drawWarningArrows, type WarningArrows } from './overlays/warning-arrows.ts';
import { createResults, drawResultsScreen, type Results } from './results/results-screen.ts';
import type { Ui } from './ui.ts';

/** Everything that is shown about the play: numbers, bars and words above the playfield, and the results after it. */
export interface Hud {
  readonly ui: Ui;
  readonly starts: Millis;
  /** Which of the elements below are wished for. */
  readonly looks: Looks;
  readonly presence: Tween;
  readonly healthBar: HealthBar;
  readonly score: ScoreCounter;
  readonly accuracy: AccuracyCounter;
  readonly progress: Progress;
  readonly combo: ComboCounter;
  readonly mods: ModIcons;
  readonly pp: PpCounter;
  readonly hitCounts: HitCounts;
  /** Null: not wished for. */
  readonly keys: KeyOverlay | null;
  readonly errorMeter: HitErrorMeter | null;
  readonly aimMeter: AimErrorMeter | null;
  readonly strains: StrainGraph | null;
  readonly scoreboard: Scoreboard | null;
  readonly intro: Intro;
  readonly countdown: CountdownSigns;
  readonly breaks: Timeline<BreakShown>;
  readonly arrows: WarningArrows;
  readonly results: Results | null;
  /** What they are drawn with: they lie in the middle of a picture that is higher than usual. */
  readonly resultsUi: Ui;
}

/** `starts` is when the show does, `resultsAt` when its results screen does, if it has one. */
export function createHud(input: SceneInput, starts: Millis, resultsAt: Millis | null): Hud {
  const looks = input.options;
  const accuracy = createAccuracy(input);
  const mods = createModIcons(input, starts);
  const { clockRate } = input.play.map;
  const intro = createIntro(input, starts);
  const ui = { viewport: input.viewport, typeface: input.typeface, clockRate };
  return {
    ui,
    starts,
    looks,
    presence: createPresence(input),
    healthBar: createHealthBar(input),
    score: createScore(input),
    accuracy,
    progress: createProgress(input, starts, accuracy),
    combo: createCombo(input),
    mods,
    pp: createPpCounter(input),
    hitCounts: createHitCounts(input),
    keys: input.options.keyOverlay ? createKeyOverlay(input) : null,
    errorMeter: input.options.hitErrorMeter ? createHitErrorMeter(input) : null,
    aimMeter: looks.aimErrorMeter ? createAimErrorMeter(input) : null,
    strains: looks.strainGraph ? createStrainGraph(input) : null,
    scoreboard: looks.scoreboard
      ? createScoreboard(input, looks.introCard ? introGoneAt(intro, clockRate) : starts)
      : null,
    intro,
    countdown: createCountdown(input, starts),
    breaks: createBreaks(input),
    arrows: createWarningArrows(input),
    results: createResults(input, resultsAt, mods),
    resultsUi: { ...ui, viewport: inTheMiddle(ui.viewport) },
  };
}

/** The HUD of the play, while there is a play. */
export function drawHud(list: DisplayList, hud: Hud, t: Millis): void {
  const { ui, looks, presence } = hud;
  drawLetterbox(list, ui, hud.breaks, t);
  if (looks.healthBar) drawHealthBar(list, ui, hud.healthBar, presence, t);
  if (looks.scoreCounter) drawScore(list, ui, hud.score, t);
  if (looks.accuracyCounter) drawAccuracy(list, ui, hud.accuracy, t);
  if (looks.progressPie) drawProgress(list, ui, hud.progress, t);
  if (looks.comboCounter) drawCombo(list, ui, hud.combo, presence, t);
  if (looks.modIcons) drawModIcons(list, ui, hud.mods, t);
  if (looks.ppCounter) drawPpCounter(list, ui, hud.pp, t);
  drawHitCounts(list, ui, hud.hitCounts, t);
  if (hud.strains) drawStrainGraph(list, ui, hud.strains, t);
  if (hud.scoreboard) drawScoreboard(list, ui, hud.scoreboard, t);
  if (hud.keys) drawKeyOverlay(list, ui, hud.keys, t);
  if (hud.errorMeter) drawHitErrorMeter(list, ui, hud.errorMeter, t);
  if (hud.aimMeter) drawAimErrorMeter(list, ui, hud.aimMeter, t);
  if (looks.breakInfo) drawBreaks(list, ui, hud.breaks, t);
  if (looks.warningArrows) drawWarningArrows(list, ui, hud.arrows, t);
  if (looks.introCard) drawIntro(list, ui, hud.intro, t);
  if (looks.countdown) drawCountdown(list, ui, hud.countdown, t);
}

/** What is seen before the show starts: nothing but a warning. */
export function drawPrelude(list: DisplayList, { ui, starts }: Hud, t: Millis): void {
  drawSeizureWarning(list, ui, starts, t);
}

/** Whether the warning is all there is to see. */
export function hasPrelude({ looks, starts }: Hud, t: Millis): boolean {
  return looks.seizureWarning && t < starts;
}

/** The last screen, once the play is over. */
export function drawResults(list: DisplayList, { resultsUi, results }: Hud, t: Millis): void {
  if (results) drawResultsScreen(list, resultsUi, results, t);
}

/** From when on the results are all there is to see but the background. */
export function hasResults({ results }: Hud, t: Millis): boolean {
  return results !== null && t >= results.at;
}
