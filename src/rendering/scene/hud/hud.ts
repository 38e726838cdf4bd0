import type { Millis } from '../../../game/units.ts';
import type { Timeline } from '../animation/timeline.ts';
import type { DisplayList } from '../display-list/display-list.ts';
import type { LookOptions } from '../look-options.ts';
import type { SceneInput } from '../scene-input.ts';
import { withCentredUi } from '../viewport.ts';
import { type AccuracyCounter, createAccuracyCounter, drawAccuracyCounter } from './counters/accuracy-counter.ts';
import { type ComboCounter, createComboCounter, drawComboCounter } from './counters/combo-counter.ts';
import { createHitCounts, drawHitCounts, type HitCounts } from './counters/hit-counts.ts';
import { createPpCounter, drawPpCounter, type PpCounter } from './counters/pp-counter.ts';
import { createScoreCounter, drawScoreCounter, type ScoreCounter } from './counters/score-counter.ts';
import { createScoreboard, drawScoreboard, type Scoreboard } from './counters/scoreboard.ts';
import { createPresence } from './hud-visibility.ts';
import { type AimErrorMeter, createAimErrorMeter, drawAimErrorMeter } from './meters/aim-error-meter.ts';
import { createHealthBar, drawHealthBar, type HealthBar } from './meters/health-bar.ts';
import { createHitErrorMeter, drawHitErrorMeter, type HitErrorMeter } from './meters/hit-error-meter.ts';
import { createProgressPie, drawProgressPie, type ProgressPie } from './meters/progress-pie.ts';
import { createStrainGraph, drawStrainGraph, type StrainGraph } from './meters/strain-graph.ts';
import { createBreaks, type DrawableBreak, drawBreaks, drawLetterbox } from './overlays/break-overlay.ts';
import { type CountdownImages, createCountdown, drawCountdown } from './overlays/countdown.ts';
import { createIntroCard, drawIntroCard, type IntroCard, introCardEnd } from './overlays/intro-card.ts';
import { createKeyOverlay, drawKeyOverlay, type KeyOverlay } from './overlays/key-overlay.ts';
import { createModIcons, drawModIcons, type ModIcons } from './overlays/mod-icons.ts';
import { drawNameTag, type NameTag } from './overlays/name-tag.ts';
import { drawSeizureWarning } from './overlays/seizure-warning.ts';
import { createWarningArrows, drawWarningArrows, type WarningArrows } from './overlays/warning-arrows.ts';
import { createResultsScreen, drawResultsScreen, type ResultsScreen } from './results/results-screen.ts';
import { createResultsTable, drawResultsTable, type ResultsTable } from './standings/results-table.ts';
import { createStandings, drawStandings, type Standings } from './standings/standings.ts';
import type { Ui } from './ui.ts';

/** All information about the play: counters, meters and overlays above the playfield, and the results screen. */
export interface Hud {
  readonly ui: Ui;
  readonly opensAt: Millis;
  /** Which of the elements below are visible. */
  readonly options: LookOptions;
  readonly healthBar: HealthBar;
  readonly score: ScoreCounter;
  readonly accuracy: AccuracyCounter;
  readonly progress: ProgressPie;
  readonly combo: ComboCounter;
  readonly mods: ModIcons;
  readonly pp: PpCounter;
  readonly hitCounts: HitCounts;
  /** Null if the viewer does not want it. */
  readonly keys: KeyOverlay | null;
  readonly errorMeter: HitErrorMeter | null;
  readonly aimMeter: AimErrorMeter | null;
  readonly strains: StrainGraph | null;
  readonly scoreboard: Scoreboard | null;
  /** The list of all players, in place of the scoreboard. */
  readonly standings: Standings | null;
  readonly nameTag: NameTag | null;
  readonly introCard: IntroCard;
  readonly countdown: CountdownImages;
  readonly breaks: Timeline<DrawableBreak>;
  readonly arrows: WarningArrows;
  readonly results: ResultsScreen | null;
  /** The results of several players, in place of the screen of one. */
  readonly table: ResultsTable | null;
  /** The results screen is centred vertically in a tall frame. */
  readonly resultsUi: Ui;
}

/** Prepares the HUD. `opensAt` is when the scene opens, `resultsAt` when its results screen starts, if it has one. */
export function createHud(input: SceneInput, opensAt: Millis, resultsAt: Millis | null): Hud {
  const { options } = input;
  const presence = createPresence(input);
  const accuracy = createAccuracyCounter(input);
  const mods = createModIcons(input, opensAt);
  const { clockRate } = input.play.map;
  const introCard = createIntroCard(input, opensAt);
  const { viewport, typeface, exposure = 0 } = input;
  const ui = { viewport, typeface, clockRate, motionBlur: { viewport, exposure } };
  const listAppears = options.introCard ? introCardEnd(introCard, clockRate) : opensAt;
  return {
    ui,
    opensAt,
    options,
    healthBar: createHealthBar(input, presence),
    score: createScoreCounter(input),
    accuracy,
    progress: createProgressPie(input, opensAt, accuracy),
    combo: createComboCounter(input, presence),
    mods,
    pp: createPpCounter(input),
    hitCounts: createHitCounts(input),
    keys: options.keyOverlay ? createKeyOverlay(input) : null,
    errorMeter: options.hitErrorMeter ? createHitErrorMeter(input) : null,
    aimMeter: options.aimErrorMeter ? createAimErrorMeter(input) : null,
    strains: options.strainGraph ? createStrainGraph(input) : null,
    scoreboard: options.scoreboard ? createScoreboard(input, listAppears) : null,
    standings: createStandings(input, ui, listAppears),
    nameTag: input.nameTag ?? null,
    introCard,
    countdown: createCountdown(input, opensAt),
    breaks: createBreaks(input, accuracy),
    arrows: createWarningArrows(input),
    results: createResultsScreen(input, resultsAt, mods),
    table: createResultsTable(input, resultsAt),
    resultsUi: { ...ui, viewport: withCentredUi(ui.viewport) },
  };
}

/**
 * Draws the HUD during the play. The health bar lies on score, accuracy, pie and hit error meter, as in stable: some skins
 * have a frame around the whole screen in its image, or hide these elements with it.
 */
export function drawHud(list: DisplayList, hud: Hud, t: Millis): void {
  const { ui, options } = hud;
  drawLetterbox(list, ui, hud.breaks, t);
  if (options.scoreCounter) drawScoreCounter(list, ui, hud.score, t);
  if (options.accuracyCounter) drawAccuracyCounter(list, ui, hud.accuracy, t);
  if (options.progressPie) drawProgressPie(list, ui, hud.progress, t);
  if (hud.errorMeter) drawHitErrorMeter(list, ui, hud.errorMeter, t);
  if (options.healthBar) drawHealthBar(list, ui, hud.healthBar, t);
  if (options.comboCounter) drawComboCounter(list, ui, hud.combo, t);
  if (options.modIcons) drawModIcons(list, ui, hud.mods, t);
  if (options.ppCounter) drawPpCounter(list, ui, hud.pp, t);
  drawHitCounts(list, ui, hud.hitCounts, t);
  if (hud.strains) drawStrainGraph(list, ui, hud.strains, t);
  if (hud.scoreboard) drawScoreboard(list, ui, hud.scoreboard, t);
  if (hud.standings) drawStandings(list, ui, hud.standings, t);
  if (hud.nameTag) drawNameTag(list, ui, hud.nameTag);
  if (hud.keys) drawKeyOverlay(list, ui, hud.keys, t);
  if (hud.aimMeter) drawAimErrorMeter(list, ui, hud.aimMeter, t);
  if (options.breakInfo) drawBreaks(list, ui, hud.breaks, t);
  if (options.warningArrows) drawWarningArrows(list, ui, hud.arrows, t);
  if (options.introCard) drawIntroCard(list, ui, hud.introCard, t);
  if (options.countdown) drawCountdown(list, ui, hud.countdown, t);
}

/** Draws the seizure warning before the scene opens. */
export function drawWarning(list: DisplayList, { ui, opensAt }: Hud, t: Millis): void {
  drawSeizureWarning(list, ui, opensAt, t);
}

/** Whether only the seizure warning is visible. */
export function isWarningVisible({ options, opensAt }: Hud, t: Millis): boolean {
  return options.seizureWarning && t < opensAt;
}

/** Draws the results screen. */
export function drawResults(list: DisplayList, { resultsUi, results, table }: Hud, t: Millis): void {
  if (table) drawResultsTable(list, resultsUi, table);
  else if (results) drawResultsScreen(list, resultsUi, results, t);
}

/** Whether the results screen is visible. */
export function areResultsVisible({ results }: Hud, t: Millis): boolean {
  return results !== null && t >= results.opensAt;
}
