import type { Millis } from '../../osu/units.ts';
import type { DisplayList } from '../display-list.ts';
import type { Glide } from '../glide.ts';
import type { ShowInput } from '../show.ts';
import type { Timeline } from '../timeline.ts';
import { type AccuracyCounter, createAccuracy, drawAccuracy } from './accuracy.ts';
import { type BreakShown, createBreaks, createPresence, drawBreaks, drawLetterbox } from './break.ts';
import { type ComboCounter, createCombo, drawCombo } from './combo.ts';
import { type CountdownSigns, createCountdown, drawCountdown } from './countdown.ts';
import { createHealthBar, drawHealthBar, type HealthBar } from './health-bar.ts';
import { createHitCounts, drawHitCounts, type HitCounts } from './hit-counts.ts';
import { createHitErrorMeter, drawHitErrorMeter, type HitErrorMeter } from './hit-error-meter.ts';
import { createIntro, drawIntro, type Intro } from './intro.ts';
import { createKeyOverlay, drawKeyOverlay, type KeyOverlay } from './key-overlay.ts';
import { createModIcons, drawModIcons, type ModIcons } from './mods.ts';
import { createPpCounter, drawPpCounter, type PpCounter } from './pp-counter.ts';
import { createProgress, drawProgress, type Progress } from './progress.ts';
import { createResults, drawCurtain, drawResults, type Results } from './results.ts';
import { createScore, drawScore, type ScoreCounter } from './score.ts';
import type { Ui } from './ui.ts';
import { createWarningArrows, drawWarningArrows, type WarningArrows } from './warning-arrows.ts';

/** Everything that is shown about the play: numbers, bars and words above the playfield, and the results after it. */
export interface Hud {
  readonly ui: Ui;
  readonly presence: Glide;
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
  readonly intro: Intro;
  readonly countdown: CountdownSigns;
  readonly breaks: Timeline<BreakShown>;
  readonly arrows: WarningArrows;
  readonly results: Results | null;
}

/** `starts` is when the show does, `resultsAt` when its results screen does, if it has one. */
export function createHud(input: ShowInput, starts: Millis, resultsAt: Millis | null): Hud {
  const accuracy = createAccuracy(input);
  const mods = createModIcons(input, starts);
  return {
    ui: { stage: input.stage, typeface: input.typeface, clockRate: input.play.map.clockRate },
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
    intro: createIntro(input, starts),
    countdown: createCountdown(input, starts),
    breaks: createBreaks(input),
    arrows: createWarningArrows(input),
    results: createResults(input, resultsAt, mods),
  };
}

/** The HUD of the play, while there is a play. */
export function drawHud(list: DisplayList, hud: Hud, t: Millis): void {
  const { ui, presence } = hud;
  drawLetterbox(list, ui, hud.breaks, t);
  drawHealthBar(list, ui, hud.healthBar, presence, t);
  drawScore(list, ui, hud.score, t);
  drawAccuracy(list, ui, hud.accuracy, t);
  drawProgress(list, ui, hud.progress, t);
  drawCombo(list, ui, hud.combo, presence, t);
  drawModIcons(list, ui, hud.mods, t);
  drawPpCounter(list, ui, hud.pp, t);
  drawHitCounts(list, ui, hud.hitCounts, t);
  if (hud.keys) drawKeyOverlay(list, ui, hud.keys, t);
  if (hud.errorMeter) drawHitErrorMeter(list, ui, hud.errorMeter, t);
  drawBreaks(list, ui, hud.breaks, t);
  drawWarningArrows(list, ui, hud.arrows, t);
  drawIntro(list, ui, hud.intro, t);
  drawCountdown(list, ui, hud.countdown, t);
}

/** The results screen, with the dark moment before it; it covers the cursor, too. */
export function drawEnd(list: DisplayList, hud: Hud, t: Millis): void {
  if (hud.results && hasResults(hud, t)) drawResults(list, hud.ui, hud.results, t);
  drawCurtain(list, hud.ui, hud.results, t);
}

/** From when on the results are all there is to see but the background. */
export function hasResults({ results }: Hud, t: Millis): boolean {
  return results !== null && t >= results.at;
}
