import type { StrainSection } from '../../game/analytics/index.ts';
import { rateAt } from '../../game/beatmap/index.ts';
import type { Mods } from '../../game/mods/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Replay } from '../../game/replay/index.ts';
import type { Skin, SkinIni } from '../../game/skin/index.ts';
import type { Millis } from '../../game/units.ts';
import { type Cursor, createCursor } from './cursor/index.ts';
import { failLengthMs } from './fail.ts';
import { createHud, type Hud, seizureWarningMs } from './hud/index.ts';
import type { Looks } from './looks.ts';
import type { Pictures } from './pictures.ts';
import { createPlayfield, type Playfield } from './playfield/index.ts';
import { leadInMs, skipPoint } from './skip.ts';
import { createStoryboard, type StoryboardInput, type StoryboardShown } from './storyboard/index.ts';
import type { Typeface } from './text.ts';
import type { VideoInput } from './video.ts';
import type { Viewport } from './viewport.ts';

/** What a viewer chose. */
export interface SceneOptions extends Looks {
  /** 0 none to 1 black. */
  readonly backgroundDim: number;
  readonly snakingIn: boolean;
  readonly snakingOut: boolean;
  readonly hitErrorMeter: boolean;
  readonly keyOverlay: boolean;
  /** Begins where the game would let a player skip to. */
  readonly skipIntro: boolean;
  readonly resultScreen: boolean;
  readonly nightcoreSamples: boolean;
  /** Whose colours come first. */
  readonly comboColours: 'beatmap' | 'skin';
}

/** Everything a play is shown with; `createShow` works out once what frames ask for again and again. */
export interface SceneInput {
  readonly play: Play;
  readonly replay: Replay;
  readonly mods: Mods;
  readonly viewport: Viewport;
  readonly pictures: Pictures;
  readonly skinIni: SkinIni;
  /** Which spinner the skin has, and its sounds. */
  readonly skin: Pick<Skin, 'spinnerStyle' | 'hitSound' | 'sound'>;
  readonly typeface: Typeface;
  readonly options: SceneOptions;
  /** For how long each picture is exposed, in song milliseconds: what moves is blurred. An instant unless given. */
  readonly exposure?: Millis;
  /** The map's background image, loaded under the name `background`; null without one. */
  readonly background: { readonly width: number; readonly height: number } | null;
  /** The map's storyboard and its video, where it has them and somebody wants to see them. */
  readonly storyboard?: StoryboardInput;
  readonly video?: VideoInput;
  /** Performance points after each judgement, as long as `play.judgements`; null where they are not known. */
  readonly pp: Float64Array | null;
  readonly stars: number | null;
  /** How hard the map is from section to section, for those who want to see it. */
  readonly strains?: readonly StrainSection[];
}

/** Song times between which there is something to see, results screen included. */
export interface SceneSpan {
  readonly start: Millis;
  readonly end: Millis;
}

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
    return { end: failedAt + (failLengthMs + standstillMs) * rateAt(map.pace, failedAt), resultsAt: null };
  }
  const last = map.objects.reduce((latest, { endTime }) => Math.max(latest, endTime), 0);
  const rate = rateAt(map.pace, last);
  const outro = outroLengthMs * rate;
  if (!options.resultScreen) return { end: last + outro, resultsAt: null };
  return { end: last + outro + resultsLengthMs * rate, resultsAt: last + outro };
}
