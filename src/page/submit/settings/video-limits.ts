import { type SubmittedSettings, settingsTable, videoSizes } from '../../../contract/settings/index.ts';

type VideoSettings = Pick<SubmittedSettings, 'resolution' | 'settings'>;

/** The largest video that the service accepts. */
export interface VideoLimits {
  readonly maxResolution: keyof typeof videoSizes;
  readonly maxFps: number;
}

const { resolution, fps } = settingsTable.settings;

/** Reads the limits from the first element, into which the service writes them. */
export function readVideoLimits(): VideoLimits {
  const { maxResolution, maxFps } = document.documentElement.dataset;
  return {
    maxResolution: resolution.choices.find((choice) => choice === maxResolution) ?? '4k',
    maxFps: Number(maxFps ?? Math.max(...fps.choices)),
  };
}

/** The sizes and frame rates that the form may offer. */
export function choicesWithin({ maxResolution, maxFps }: VideoLimits) {
  return {
    resolution: resolution.choices.filter((name) => videoSizes[name].height <= videoSizes[maxResolution].height),
    fps: fps.choices.filter((rate) => rate <= maxFps),
  };
}

/** Reduces a size or frame rate above the limits: a default, or one that was stored before the limits were lowered. */
export function reduceToLimits<Settings extends VideoSettings>(options: Settings, limits: VideoLimits): Settings {
  const { maxResolution, maxFps } = limits;
  const { settings } = options;
  const isTooLarge = videoSizes[settings.resolution ?? options.resolution].height > videoSizes[maxResolution].height;
  const isTooFast = (settings.fps ?? fps.default) > maxFps;
  if (!isTooLarge && !isTooFast) return options;
  return {
    ...options,
    settings: {
      ...settings,
      ...(isTooLarge && { resolution: maxResolution }),
      ...(isTooFast && { fps: fps.choices.findLast((rate) => rate <= maxFps) }),
    },
  };
}
