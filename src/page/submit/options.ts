import {
  defaultSettings,
  isObject,
  isSubmittedSettings,
  type SubmittedSettings,
  type settingsTable,
} from '../../contract/zod-free/index.ts';

type Fields = typeof settingsTable.fields;

/** The form fields that are switches. */
type Flag = { [Name in keyof Fields]: Fields[Name]['kind'] extends 'flag' ? Name : never }[keyof Fields];

/** The switches, in the groups in which the form shows them. */
export const flagGroups = {
  picture: ['motion_blur', 'storyboard', 'video'],
  sliders: ['snaking_in', 'snaking_out'],
  overlays: ['hit_error_meter', 'key_overlay'],
} as const satisfies Readonly<Record<string, readonly Flag[]>>;

/** Settings under a name; the skin is not part of them. */
export type Preset = Omit<SubmittedSettings, 'skin'>;

const { skin: _, ...standard } = defaultSettings;

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

export function isPreset(value: unknown): value is Preset {
  return isObject(value) && !('skin' in value) && isSubmittedSettings({ ...value, skin: defaultSettings.skin });
}

/** The presets a person saved, by their names. */
export type SavedPresets = Readonly<Record<string, Preset>>;

export const maxSavedPresets = 20;

export function isSavedPresets(value: unknown): value is SavedPresets {
  return isObject(value) && Object.values(value).every(isPreset);
}
