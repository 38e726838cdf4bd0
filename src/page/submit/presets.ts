import {
  defaultSettings,
  isObject,
  isSubmittedSettings,
  type SubmittedSettings,
} from '../../contract/settings/index.ts';

/** Settings under a name; the skin is not part of them. */
export type Preset = Omit<SubmittedSettings, 'skin'>;

const { skin: _, ...standard } = defaultSettings;

/** The built-in presets. */
export const presets = {
  standard,
  cinema: { ...standard, bg_dim: 0.5, storyboard: true, video: true, hit_error_meter: false, key_overlay: false },
  plain: { ...standard, bg_dim: 1, storyboard: false, motion_blur: false },
} as const satisfies Record<string, Preset>;

export function isSamePreset(a: Preset, b: Preset): boolean {
  return sortedJson(a) === sortedJson(b);
}

function sortedJson({ settings, ...others }: Preset): string {
  return JSON.stringify([others, settings].map((part) => Object.entries(part).sort()));
}

export function isPreset(value: unknown): value is Preset {
  return isObject(value) && !('skin' in value) && isSubmittedSettings({ ...value, skin: defaultSettings.skin });
}

/** The presets saved on this device, by name. */
export type SavedPresets = Readonly<Record<string, Preset>>;

export const maxSavedPresets = 20;

export function isSavedPresets(value: unknown): value is SavedPresets {
  return isObject(value) && Object.values(value).every(isPreset);
}
