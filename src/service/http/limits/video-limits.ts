import type { Limits } from '../../../config.ts';
import {
  defaultSettings,
  type FieldError,
  renderOptionsOf,
  type SubmittedSettings,
  videoSizes,
} from '../../../contract/index.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';

/**
 * Refuses a size or frame rate above the operator's limits. Where the client has left the default, the limit replaces it:
 * the specification's form field offers nothing below 1080p.
 */
export function applyVideoLimits(
  submitted: SubmittedSettings,
  { maxResolution, maxFps }: Pick<Limits, 'maxResolution' | 'maxFps'>,
): SubmittedSettings {
  const { settings, resolution } = submitted;
  const { width, height, fps } = renderOptionsOf(submitted);
  const errors: FieldError[] = [];
  let limited = settings;
  if (Math.min(width, height) > videoSizes[maxResolution].height) {
    const isDefault = settings.resolution == null && resolution === defaultSettings.resolution;
    const field = settings.resolution == null ? 'resolution' : 'settings.resolution';
    if (isDefault) limited = { ...limited, resolution: maxResolution };
    else errors.push({ field, message: `This service renders at most ${maxResolution}.` });
  }
  if (fps > maxFps) {
    if (settings.fps === undefined) limited = { ...limited, fps: maxFps };
    else errors.push({ field: 'settings.fps', message: `This service renders at most ${maxFps} frames per second.` });
  }
  if (errors.length > 0) throw new InvalidRequest(errors);
  return { ...submitted, settings: limited };
}
