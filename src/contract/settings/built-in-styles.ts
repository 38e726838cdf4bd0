import { defaultSettings, type SubmittedSettings } from './settings-table.ts';

/** Settings under a name. The skin is not part of them, nor the clip, which belongs to one replay. */
export type Style = Omit<SubmittedSettings, 'skin'>;

const { skin: _, ...standard } = defaultSettings;

/** The styles that the page offers; the build draws a picture of each. */
export const builtInStyles = {
  standard,
  cinema: { ...standard, bg_dim: 0.5, storyboard: true, video: true, hit_error_meter: false, key_overlay: false },
  plain: { ...standard, bg_dim: 1, storyboard: false, motion_blur: false },
} as const satisfies Record<string, Style>;
