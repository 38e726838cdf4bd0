import { hasMod, type Mods } from '../../game/mods/index.ts';
import type { LookOptions } from './look-options.ts';

/** Whether the play is only watched: the Cinema mod shows background, video and storyboard, and nothing of the play. */
export function isCinema(mods: Mods): boolean {
  return hasMod(mods, 'CN');
}

/** The options that the Cinema mod replaces. */
interface BackgroundOptions extends Pick<LookOptions, 'backgroundBlur' | 'introDim' | 'breakDim'> {
  readonly backgroundDim: number;
  readonly storyboard: boolean;
  readonly video: boolean;
}

/** Cinema ignores the viewer's settings of the background: everything is shown, at full brightness. */
export function withCinema<Options extends BackgroundOptions>(options: Options, mods: Mods): Options {
  if (!isCinema(mods)) return options;
  return {
    ...options,
    backgroundDim: 0,
    introDim: null,
    breakDim: null,
    backgroundBlur: 0,
    storyboard: true,
    video: true,
  };
}
