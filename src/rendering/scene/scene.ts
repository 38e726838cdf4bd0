import { lastObjectEnd, leadInMs, rateAt, skipPoint } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import { type Background, createBackground } from './background/background.ts';
import { type Cursor, createCursor } from './cursor/index.ts';
import { failLengthMs } from './fail-animation.ts';
import { createHud, type Hud, seizureWarningMs } from './hud/index.ts';
import { createMistakeMarks, type MistakeMarks } from './mistakes/index.ts';
import { createPlayfield, type Playfield } from './playfield/index.ts';
import type { SceneInput, SceneSpan } from './scene-input.ts';
import { createStoryboard, type DrawableStoryboard } from './storyboard/index.ts';
import { createDropOutLabels, type DropOutLabel } from './together/drop-out-labels.ts';
import { createPlayerCursors, type PlayerCursors } from './together/player-cursors.ts';
import { isShared } from './together/together.ts';
import { withTogether } from './together/together-look.ts';

/** A scene that `frameAt` can draw at any time. */
export interface Scene extends SceneInput {
  readonly span: SceneSpan;
  /** When the play starts to be visible and audible: the span's start, or the end of the warning before it. */
  readonly opensAt: Millis;
  /** When the results screen starts; null without one, and for a failed play that is shown alone. */
  readonly resultsAt: Millis | null;
  /** The storyboard, indexed by time. */
  readonly drawableStoryboard: DrawableStoryboard | null;
  readonly background: Background;
  readonly playfield: Playfield;
  readonly cursor: Cursor;
  /** The cursors of all players, if there are several on the playfield; they replace `cursor`. */
  readonly playerCursors: PlayerCursors | null;
  readonly dropOutLabels: readonly DropOutLabel[];
  readonly hud: Hud;
  /** The marks beside mistakes; null if the viewer does not want them. */
  readonly mistakeMarks: MistakeMarks | null;
}

/** The duration of the results screen, in real milliseconds. */
const resultsLengthMs = 6000;

/** Real milliseconds from the last object to the results screen. */
const outroLengthMs = 1500;

/** Real milliseconds that a failed play stays visible after the song has stopped. */
const standstillMs = 500;

/** The longest lead-in that a map may ask for. */
const maxLeadIn = 30_000;

/** Computes everything that frames need again and again. */
export function createScene(requested: SceneInput): Scene {
  const input = { ...requested, options: withTogether(requested.options, requested.together) };
  const storyboard = input.storyboard ? createStoryboard(input.storyboard, input) : null;
  const opensAt = openingTime(input, storyboard);
  const { end, resultsAt } = endTimes(input);
  return {
    ...input,
    span: { start: opensAt - warningLength(input), end },
    opensAt,
    resultsAt,
    drawableStoryboard: storyboard,
    background: createBackground(input),
    playfield: createPlayfield(input),
    cursor: createCursor(input),
    playerCursors: createPlayerCursors(input),
    dropOutLabels: createDropOutLabels(input),
    hud: createHud(input, opensAt, resultsAt),
    mistakeMarks: createMistakeMarks(input),
  };
}

/** The start of a video that is requested to start at a time: the seizure warning is shown completely or not at all. */
export function videoStart({ span, opensAt }: Scene, requested: Millis = span.start): Millis {
  return requested <= opensAt ? span.start : requested;
}

/** The duration of the seizure warning, in song milliseconds. */
function warningLength({ options, play }: SceneInput): Millis {
  return options.seizureWarning ? seizureWarningMs * play.map.clockRate : 0;
}

/** When the scene opens. The song starts at 0; a map with early objects or a lead-in starts before it. */
function openingTime({ play: { map }, options }: SceneInput, storyboard: DrawableStoryboard | null): Millis {
  const skipTo = options.skipIntro ? skipPoint(map) : null;
  if (skipTo !== null) return skipTo;
  const first = map.objects[0]?.startTime ?? 0;
  const leadIn = Math.min(map.beatmap.general.audioLeadIn, maxLeadIn);
  const storyboardStart = Math.max(storyboard?.start ?? 0, 0 - maxLeadIn);
  return Math.min(0, first - map.preempt - leadInMs * map.clockRate, 0 - leadIn, storyboardStart);
}

function endTimes({ play, options, together }: SceneInput): { end: Millis; resultsAt: Millis | null } {
  const { map, failedAt } = play;
  if (failedAt !== null) {
    const rate = rateAt(map.songClock, failedAt);
    const end = failedAt + (failLengthMs + standstillMs) * rate;
    // The results of several plays include those that did not fail.
    return options.resultScreen && isShared(together)
      ? { end: end + resultsLengthMs * rate, resultsAt: end }
      : { end, resultsAt: null };
  }
  const last = lastObjectEnd(map.objects);
  const rate = rateAt(map.songClock, last);
  const outro = outroLengthMs * rate;
  if (!options.resultScreen) return { end: last + outro, resultsAt: null };
  return { end: last + outro + resultsLengthMs * rate, resultsAt: last + outro };
}
