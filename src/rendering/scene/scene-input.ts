import type { StrainSection } from '../../game/analytics/index.ts';
import type { Mods } from '../../game/mods/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Replay } from '../../game/replay/index.ts';
import type { Skin, SkinIni } from '../../game/skin/index.ts';
import type { Millis } from '../../game/units.ts';
import type { VideoInput } from './background/video.ts';
import type { Typeface } from './display-list/text.ts';
import type { Looks } from './look-options.ts';
import type { Pictures } from './pictures.ts';
import type { StoryboardInput } from './storyboard/storyboard-input.ts';
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
