import type { ChosenSettings, RenderSettings } from '../../contract/index.ts';
import { settingOptionsOf } from '../../contract/plain/index.ts';
import type { StageOptions } from '../../stage/index.ts';

/** What was chosen for a video, in the words of the stage. Its background video is not shown live. */
export function stageOptionsOf(chosen: RenderSettings & { readonly settings?: ChosenSettings }): StageOptions {
  return {
    ...settingOptionsOf(chosen.settings ?? {}),
    backgroundDim: chosen.bg_dim,
    storyboard: chosen.storyboard,
    video: false,
    snakingIn: chosen.snaking_in,
    snakingOut: chosen.snaking_out,
    hitErrorMeter: chosen.hit_error_meter,
    keyOverlay: chosen.key_overlay,
  };
}
