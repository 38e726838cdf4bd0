import { rateAt } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import { type Cursor, createCursor } from './cursor/index.ts';
import { failLengthMs } from './fail.ts';
import { createHud, type Hud, seizureWarningMs } from './hud/index.ts';
import { createPlayfield, type Playfield } from './playfield/index.ts';
import type { SceneInput, SceneSpan } from './scene-input.ts';
import { leadInMs, skipPoint } from './skip-point.ts';
import { createStoryboard, type StoryboardShown } from './storyboard/index.ts';

/** A play ready to be shown at any time; `frameAt` draws it. */
export interface Scene extends SceneInput {
  readonly span: SceneSpan;
  /** When the play begins to be seen and heard: the span's start, but for a warning before it. */
  readonly opensAt: Millis;
  /** When the results screen begins; null where nobody wants one, and for a play that failed. */
  readonly resultsAt: Millis | null;
  /** The storyboard, arranged in time. */
  readonly story: StoryboardShown | null;
  readonly playfield: Playfield;
  readonly cursor: Cursor;
  readonly hud: Hud;
}

/** How long the results screen stays, in real milliseconds. */
const resultsLengthMs = 6000;

/** Real milliseconds from the end of the play until the results. */
const outroLengthMs = 1500;

/** Real milliseconds that a failed play is still seen once the song stands still. */
const standstillMs = 500;

/** A map may ask for silence first, but not for hours of it. */
const longestLeadIn = 30_000;

export function createScene(input: SceneInput): Scene {
  const story = input.storyboard ? createStoryboard(input.storyboard, input) : null;
  const opensAt = startOf(input, story);
  const { end, resultsAt } = endOf(input);
  return {
    ...input,
    span: { start: opensAt - preludeOf(input), end },
    opensAt,
    resultsAt,
    story,
    playfield: createPlayfield(input),
    cursor: createCursor(input),
    hud: createHud(input, opensAt, resultsAt),
  };
}

export function sceneSpan({ span }: Scene): SceneSpan {
  return span;
}

/** Where a video begins that is to begin at a time: the warning before a play is shown as a whole, or not at all. */
export function beginningOf({ span, opensAt }: Scene, wanted: Millis = span.start): Millis {
  return wanted <= opensAt ? span.start : wanted;
}

/** What comes before the map's own beginning. */
function preludeOf({ options, play }: SceneInput): Millis {
  return options.seizureWarning ? seizureWarningMs * play.map.clockRate : 0;
}

/** The song begins at 0; a map that begins sooner, or asks for silence first, has its clock begin before. */
function startOf({ play: { map }, options }: SceneInput, story: StoryboardShown | null): Millis {
  const skipped = options.skipIntro ? skipPoint(map) : null;
  if (skipped !== null) return skipped;
  const first = map.objects[0]?.startTime ?? 0;
  const asked = Math.min(map.beatmap.general.audioLeadIn, longestLeadIn);
  const prelude = Math.max(story?.start ?? 0, 0 - longestLeadIn);
  return Math.min(0, first - map.preempt - leadInMs * map.clockRate, 0 - asked, prelude);
}

function endOf({ play: { map, failedAt }, options }: SceneInput): { end: Millis; resultsAt: Millis | null } {
  if (failedAt !== null) {
    return { end: failedAt + (failLengthMs + standstillMs) * rateAt(map.songClock, failedAt), resultsAt: null };
  }
  const last = map.objects.reduce((latest, { endTime }) => Math.max(latest, endTime), 0);
  const rate = rateAt(map.songClock, last);
  const outro = outroLengthMs * rate;
  if (!options.resultScreen) return { end: last + outro, resultsAt: null };
  return { end: last + outro + resultsLengthMs * rate, resultsAt: last + outro };
}
