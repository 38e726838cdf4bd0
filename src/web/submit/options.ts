import type { RenderSettings } from '../../contract/index.ts';
import { defaultRenderSettings, isSkinName, resolutions } from '../../contract/plain/index.ts';

/** Settings as the form sends them; they are remembered on the device. */
export type Options = RenderSettings;

export type Flag = {
  [Name in keyof Options]: Options[Name] extends boolean ? Name : never;
}[keyof Options];

/** The switches, in the groups they are shown in. */
export const flagGroups = {
  picture: ['motion_blur', 'storyboard', 'video'],
  sliders: ['snaking_in', 'snaking_out'],
  overlays: ['hit_error_meter', 'key_overlay'],
} as const satisfies Record<string, readonly Flag[]>;

/** Bundles of settings by name; the skin is a choice of its own. */
export const presets = {
  standard: defaultRenderSettings,
  cinema: {
    ...defaultRenderSettings,
    bg_dim: 0.5,
    storyboard: true,
    video: true,
    hit_error_meter: false,
    key_overlay: false,
  },
  plain: { ...defaultRenderSettings, bg_dim: 1, storyboard: false, motion_blur: false },
} as const satisfies Record<string, Options>;

export type PresetName = keyof typeof presets;

/** The preset these settings are; null for settings of one's own. */
export function presetOf(options: Options): PresetName | null {
  const names = Object.keys(presets) as PresetName[];
  return names.find((name) => isSame({ ...presets[name], skin: options.skin }, options)) ?? null;
}

function isSame(one: Options, other: Options): boolean {
  return (Object.keys(one) as (keyof Options)[]).every((name) => one[name] === other[name]);
}

/** Whether what was stored on the device, perhaps by another version, are settings. */
export function isOptions(value: unknown): value is Options {
  if (typeof value !== 'object' || value === null) return false;
  const { skin, resolution, bg_dim, ...flags } = value as Record<string, unknown>;
  const names = Object.values(flagGroups).flat();
  return (
    typeof skin === 'string' &&
    isSkinName(skin) &&
    resolutions.some((known) => known === resolution) &&
    typeof bg_dim === 'number' &&
    bg_dim >= 0 &&
    bg_dim <= 1 &&
    names.every((name) => typeof flags[name] === 'boolean') &&
    Object.keys(flags).length === names.length
  );
}
