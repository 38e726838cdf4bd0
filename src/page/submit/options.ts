import type { RenderSettings } from '../../contract/index.ts';
import {
  type ChosenSettings,
  checkSettings,
  defaultRenderSettings,
  isSkinName,
  resolutions,
} from '../../contract/plain/index.ts';

/** What a person chose about a video; it is remembered on the device. */
export interface Options extends RenderSettings {
  /** Everything the form has no field of its own for. */
  readonly settings: ChosenSettings;
}

export const defaultOptions: Options = { ...defaultRenderSettings, settings: {} };

export type Flag = {
  [Name in keyof Options]: Options[Name] extends boolean ? Name : never;
}[keyof Options];

/** The switches, in the groups they are shown in. */
export const flagGroups = {
  picture: ['motion_blur', 'storyboard', 'video'],
  sliders: ['snaking_in', 'snaking_out'],
  overlays: ['hit_error_meter', 'key_overlay'],
} as const satisfies Record<string, readonly Flag[]>;

/** A bundle of choices under a name; the skin is a choice of its own. */
export type Preset = Omit<Options, 'skin'>;

const { skin: _, ...standard } = defaultOptions;

export const presets = {
  standard,
  cinema: { ...standard, bg_dim: 0.5, storyboard: true, video: true, hit_error_meter: false, key_overlay: false },
  plain: { ...standard, bg_dim: 1, storyboard: false, motion_blur: false },
} as const satisfies Record<string, Preset>;

export function isSamePreset(one: Preset, other: Preset): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ settings, ...others }: Preset): string {
  return JSON.stringify([others, settings].map((part) => Object.entries(part).sort()));
}

/** Whether what was stored on the device, perhaps by another version, are settings. */
export function isOptions(value: unknown): value is Options {
  if (!isObject(value)) return false;
  const { skin, ...preset } = value;
  return typeof skin === 'string' && isSkinName(skin) && isPreset(preset);
}

export function isPreset(value: unknown): value is Preset {
  if (!isObject(value)) return false;
  const { resolution, bg_dim, settings, ...flags } = value;
  const names = Object.values(flagGroups).flat();
  return (
    resolutions.some((known) => known === resolution) &&
    typeof bg_dim === 'number' &&
    bg_dim >= 0 &&
    bg_dim <= 1 &&
    isObject(settings) &&
    'settings' in checkSettings(settings) &&
    names.every((name) => typeof flags[name] === 'boolean') &&
    Object.keys(flags).length === names.length
  );
}

/** Presets of one's own, by the names somebody gave them. */
export type OwnPresets = Readonly<Record<string, Preset>>;

export const mostPresets = 20;

export function isOwnPresets(value: unknown): value is OwnPresets {
  return isObject(value) && Object.values(value).every(isPreset);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
