import { type SettingName, settingsTable } from '../../contract/plain/index.ts';

/** The table of settings as the form shows it. The size of the video is chosen elsewhere on the form. */
const named = {
  clip: ['fps', 'speed', 'clip_start', 'clip_end', 'skip_intro', 'ignore_fail', 'result_screen', 'vertical', 'preview'],
  sound: ['volume', 'music_volume', 'hitsound_volume', 'hit_sounds', 'nightcore_samples'],
  overlays: [
    ...(['score_counter', 'accuracy_counter', 'progress_pie', 'combo_counter', 'health_bar', 'mod_icons'] as const),
    ...(['pp_counter', 'hit_counts', 'slider_breaks', 'unstable_rate', 'aim_error_meter', 'strain_graph'] as const),
    'scoreboard',
  ],
  moments: ['intro_card', 'countdown', 'break_info', 'warning_arrows', 'seizure_warning'],
  background: ['intro_dim', 'break_dim', 'background_blur', 'parallax', 'playfield_border'],
  cursor: [
    ...(['skin_cursor', 'cursor_size', 'cursor_scaled_to_circles', 'cursor_rainbow'] as const),
    ...(['cursor_ripples', 'cursor_trail'] as const),
    ...(['trail_long', 'trail_scale', 'trail_density', 'trail_glow'] as const),
  ],
  objects: [
    ...(['combo_colours', 'approach_circles', 'follow_points', 'combo_numbers', 'hit_lighting'] as const),
    ...(['slider_merge', 'slider_combo_colour', 'object_rainbow', 'beat_flash', 'beat_scale'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

export type SettingGroup = keyof typeof named | 'others';

const placed: readonly SettingName[] = ['resolution', ...Object.values(named).flat()];

/** A setting nobody has placed is shown too, after those that have a place. */
export const settingGroups: Readonly<Record<SettingGroup, readonly SettingName[]>> = {
  ...named,
  others: (Object.keys(settingsTable) as SettingName[]).filter((name) => !placed.includes(name)),
};
