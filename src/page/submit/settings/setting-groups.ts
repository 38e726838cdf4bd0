import { type SettingName, settingNames, type settingsTable } from '../../../contract/settings/index.ts';

type Fields = typeof settingsTable.fields;

/** The form fields that are switches. */
type Flag = { [Name in keyof Fields]: Fields[Name]['kind'] extends 'flag' ? Name : never }[keyof Fields];

/** The switches, in the groups in which the form shows them. */
export const flagGroups = {
  picture: ['motion_blur', 'storyboard', 'video'],
  sliders: ['snaking_in', 'snaking_out'],
  overlays: ['hit_error_meter', 'key_overlay'],
} as const satisfies Readonly<Record<string, readonly Flag[]>>;

/** The groups in which the form shows the settings. */
const groups = {
  clip: [
    'moments',
    'highlights_seconds',
    'fps',
    'target_size_mb',
    'speed',
    'skip_intro',
    'ignore_fail',
    'result_screen',
    'vertical',
    'preview',
  ],
  sound: ['volume', 'music_volume', 'hitsound_volume', 'hit_sounds', 'nightcore_samples'],
  overlays: [
    'score_counter',
    'accuracy_counter',
    'progress_pie',
    'combo_counter',
    'health_bar',
    'mod_icons',
    'pp_counter',
    'hit_counts',
    'slider_breaks',
    'unstable_rate',
    'aim_error_meter',
    'strain_graph',
    'scoreboard',
  ],
  introAndBreaks: ['intro_card', 'countdown', 'break_info', 'warning_arrows', 'seizure_warning'],
  background: [
    'intro_dim',
    'break_dim',
    'background_blur',
    'parallax',
    'playfield_border',
    'combo_bursts',
    'star_fountains',
  ],
  cursor: [
    'skin_cursor',
    'cursor_size',
    'cursor_scaled_to_circles',
    'cursor_rainbow',
    'cursor_ripples',
    'cursor_trail',
    'trail_long',
    'trail_scale',
    'trail_density',
    'trail_glow',
  ],
  objects: [
    'combo_colours',
    'approach_circles',
    'follow_points',
    'combo_numbers',
    'hit_lighting',
    'slider_merge',
    'slider_combo_colour',
    'object_rainbow',
    'beat_flash',
    'beat_scale',
    'reveal_objects',
    'mistake_marks',
  ],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

export type SettingGroup = keyof typeof groups | 'other';

/** The size of the video has a control of its own, and the clip belongs to a replay. */
const placed: readonly SettingName[] = ['resolution', 'clip_start', 'clip_end', ...Object.values(groups).flat()];

/** Settings that are in none of the groups are shown last, so that a new row of the table appears on the page. */
export const settingGroups: Readonly<Record<SettingGroup, readonly SettingName[]>> = {
  ...groups,
  other: settingNames.filter((name) => !placed.includes(name)),
};
