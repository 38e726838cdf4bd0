import type { ChoiceSetting, FlagSetting, NumberSetting, Setting } from './setting.ts';

/** What is seen. Whatever is left out of the HUD leaves its place empty: nothing else moves. */
export const lookSettings = {
  score_counter: on('The score at the top right.'),
  accuracy_counter: on('The accuracy below the score.'),
  progress_pie: on('How much of the map is over, beside the accuracy.'),
  combo_counter: on('The combo at the bottom left.'),
  health_bar: on('The health at the top left.'),
  mod_icons: on('The mods at the top right.'),
  pp_counter: on('The performance points so far, at the left.'),
  hit_counts: on('How many 100s, 50s and misses there were so far, below the performance points.'),
  slider_breaks: off('How often a slider broke the combo without being missed, beside the hit counts.'),
  unstable_rate: on('The unstable rate over the hit error meter, where that is shown.'),
  aim_error_meter: off('Where on its circle each hit was, at the bottom right.'),
  strain_graph: off('How hard the map is from beginning to end, below the hit counts.'),
  scoreboard: off("The player's own row with grade, score, accuracy and longest combo, at the left."),
  intro_card: on('Who plays what, until the first object.'),
  countdown: on('Ready, three, two, one, go, in maps that have it.'),
  break_info: on('How long a break takes, how the play went so far, and the sign of its middle.'),
  warning_arrows: on('Arrows that blink before a break ends.'),

  seizure_warning: off(
    'Five seconds with a warning of flashing lights before the play, in videos that begin where it does.',
  ),
  intro_dim: dim(
    'How dark the background is until the first object comes, 0 to 1; as during play where it is not set.',
  ),
  break_dim: dim('How dark the background is in breaks, 0 to 1; 0.3 brighter than during play where it is not set.'),
  background_blur: number(0, [0, 1], "How much the map's picture is blurred, from 0 to 1."),
  parallax: off('The background, picture, video or storyboard, follows the cursor a little.'),
  playfield_border: off('A line around the playfield.'),

  skin_cursor: on('The cursor of the skin, with its trail; otherwise that of our own skin.'),
  cursor_size: number(
    1,
    [0.1, 5],
    'How large the cursor and its trail are, as a multiple of the size the skin gives them.',
  ),
  cursor_scaled_to_circles: off('The cursor is smaller where circles are, and larger where they are large.'),
  cursor_rainbow: off('Cursor and trail go through the colours of the rainbow.'),
  cursor_ripples: off('A ring runs from the cursor with every press of a key.'),
  cursor_trail: on('What the cursor leaves behind.'),
  trail_long: off('The long unbroken trail, also with skins that have the short one.'),
  trail_scale: number(1, [0.1, 5], 'How large the trail is beside the cursor.'),
  trail_density: number(1, [0.25, 4], 'How many pictures the trail is made of, as a multiple of what the skin has.'),
  trail_glow: off('Light around the trail.'),

  approach_circles: on('The rings that close in on objects.'),
  follow_points: on('The dots from one object of a combo to the next.'),
  combo_numbers: on('The numbers on the objects.'),
  hit_lighting: choice(
    'skin',
    ['skin', 'always', 'never'],
    'A glow where something was hit; `skin`: if the skin brings one.',
  ),
  slider_merge: off('Bodies of sliders that overlap are joined into one.'),
  slider_combo_colour: off('Bodies of sliders have the colour of their combo, whatever skin and map say.'),
  object_rainbow: off('Objects have the colours of the rainbow, one after the other.'),
  beat_flash: off('Objects light up with every beat, not in kiai parts alone.'),
  beat_scale: off('Objects grow with every beat.'),
} as const satisfies Readonly<Record<string, Setting>>;

function on(says: string): FlagSetting {
  return { kind: 'flag', default: true, description: says };
}

function off(says: string): FlagSetting {
  return { kind: 'flag', default: false, description: says };
}

function number(preset: number, [min, max]: readonly [number, number], says: string) {
  return { kind: 'number', default: preset, min, max, description: says } as const satisfies NumberSetting;
}

function dim(says: string): NumberSetting {
  return { kind: 'number', default: null, min: 0, max: 1, description: says };
}

function choice<const Word extends string>(preset: Word, of: readonly Word[], says: string) {
  return { kind: 'choice', default: preset, of, description: says } as const satisfies ChoiceSetting;
}
