import type { StrainSection } from '../../game/analytics/index.ts';
import type { Mods } from '../../game/mods/index.ts';
import type { Play } from '../../game/play/index.ts';
import type { Replay } from '../../game/replay/index.ts';
import type { Skin, SkinIni } from '../../game/skin/index.ts';
import type { Millis } from '../../game/units.ts';
import type { VideoInput } from './background/video.ts';
import type { Typeface } from './display-list/text.ts';
import type { NameTag } from './hud/overlays/name-tag.ts';
import type { LookOptions } from './look-options.ts';
import type { Pictures } from './pictures.ts';
import type { StoryboardInput } from './storyboard/storyboard-input.ts';
import type { Together } from './together/together.ts';
import type { Viewport } from './viewport.ts';

/** The options of a scene that a viewer can choose. */
export interface SceneOptions extends LookOptions {
  /** 0 none to 1 black. */
  readonly backgroundDim: number;
  readonly snakingIn: boolean;
  readonly snakingOut: boolean;
  readonly hitErrorMeter: boolean;
  readonly keyOverlay: boolean;
  /** Starts where the game's skip button leads. */
  readonly skipIntro: boolean;
  readonly resultScreen: boolean;
  readonly nightcoreSamples: boolean;
  /** Whose combo colours take precedence. */
  readonly comboColours: 'beatmap' | 'skin';
}

/** Everything a scene is made of; `createScene` prepares it for drawing. */
export interface SceneInput {
  readonly play: Play;
  readonly replay: Replay;
  readonly mods: Mods;
  readonly viewport: Viewport;
  readonly pictures: Pictures;
  readonly skinIni: SkinIni;
  /** The skin's spinner style and sounds. */
  readonly skin: Pick<Skin, 'ini' | 'spinnerStyle' | 'hitSound' | 'sound'>;
  readonly typeface: Typeface;
  readonly options: SceneOptions;
  /** The song milliseconds that one frame covers with motion blur; 0 (sharp) by default. */
  readonly exposure?: Millis;
  /** The size of the background image, which is loaded as `background`; null without one. */
  readonly backgroundSize: { readonly width: number; readonly height: number } | null;
  /** The map's storyboard and video, if it has them and the viewer wants them. */
  readonly storyboard?: StoryboardInput;
  readonly video?: VideoInput;
  /** Performance points after each judgement, as many as `play.judgements`; null if unknown. */
  readonly pp: Float64Array | null;
  readonly stars: number | null;
  /** The map's difficulty from section to section, for the strain graph. */
  readonly strains?: readonly StrainSection[];
  /** The other players, if the scene shows several plays. */
  readonly together?: Together;
  /** The player, if another picture is beside this one. */
  readonly nameTag?: NameTag;
}

/** The song times between which the scene has frames, results screen included. */
export interface SceneSpan {
  readonly start: Millis;
  readonly end: Millis;
}
