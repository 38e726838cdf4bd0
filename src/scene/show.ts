import type { Mods } from '../osu/mods/index.ts';
import type { Play } from '../osu/play/index.ts';
import type { Replay } from '../osu/replay/index.ts';
import type { SkinIni } from '../osu/skin/index.ts';
import type { Millis } from '../osu/units.ts';
import type { Pictures } from './pictures.ts';
import type { Stage } from './stage.ts';
import type { Typeface } from './text.ts';

/** What a viewer chose. */
export interface ShowOptions {
  /** 0 none to 1 black. */
  readonly backgroundDim: number;
  readonly snakingIn: boolean;
  readonly snakingOut: boolean;
  readonly hitErrorMeter: boolean;
  readonly keyOverlay: boolean;
}

/** Everything a play is shown with; `createShow` works out once what frames ask for again and again. */
export interface ShowInput {
  readonly play: Play;
  readonly replay: Replay;
  readonly mods: Mods;
  readonly stage: Stage;
  readonly pictures: Pictures;
  readonly skinIni: SkinIni;
  readonly typeface: Typeface;
  readonly options: ShowOptions;
  /** The map's background image, loaded under the name `background`; null without one. */
  readonly background: { readonly width: number; readonly height: number } | null;
  /** Performance points after each judgement, as long as `play.judgements`; null where they are not known. */
  readonly pp: Float64Array | null;
  readonly stars: number | null;
}

/** Song times between which there is something to see, results screen included. */
export interface ShowSpan {
  readonly start: Millis;
  readonly end: Millis;
}
