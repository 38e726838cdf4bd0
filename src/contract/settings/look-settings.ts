import type { ChoiceSetting, FlagSetting, NumberSetting, Setting } from './setting.ts';

/** What the video shows. A HUD element that is switched off leaves its place empty: the others do not move. */
export const lookSettings = {
  score_counter: on('Show the score at the top right.'),
  accuracy_counter: on('Show the accuracy below the score.'),
  progress_pie: on('Show the progress through the map beside the accuracy.'),
  combo_counter: on('Show the combo at the bottom left.'),
  health_bar: on('Show the health bar at the top left.'),
  mod_icons: on('Show the mods at the top right.'),
  pp_counter: on('Show the performance points so far at the left.'),
  hit_counts: on('Show the number of 100s, 50s and misses below the performance points.'),
  slider_breaks: off('Show the number of slider breaks beside the hit counts.'),
  unstable_rate: on('Show the unstable rate above the hit error meter, if that is shown.'),
  aim_error_meter: off('Show where on its circle each hit landed, at the bottom right.'),
  strain_graph: off('Show the difficulty over the length of the map, below the hit counts.'),
  scoreboard: off("Show the player's row with grade, score, accuracy and maximum combo at the left."),
  intro_card: on('Show the player and the map until the first object.'),
  countdown: on('Show the countdown of maps that have one.'),
  break_info: on(
    'During breaks, show the pass or fail sign and the grade so far (stable), or the remaining time and results (lazer).',
  ),
  warning_arrows: on('Show blinking arrows before a break ends.'),

  seizure_warning: off(
    'Show a five-second warning about flashing lights before the play. Clips that start later have none.',
  ),
  intro_dim: dim('Background dim until the first object, from 0 to 1. If not set: as during play.'),
  break_dim: dim('Background dim during breaks, from 0 to 1. If not set: 0.3 brighter than during play.'),
  background_blur: number(0, [0, 1], 'Blur of the background image, from 0 to 1.'),
  parallax: off('Let the background (image, video or storyboard) follow the cursor slightly.'),
  playfield_border: off('Draw a line around the playfield.'),
  combo_bursts: on(
    'In plays of osu! stable, show images of the skin when the combo reaches 30, 60, 100 and every further 50.',
  ),
  star_fountains: on('Let stars rise from the lower corners when kiai time starts.'),

  skin_cursor: on("Use the skin's cursor and trail instead of those of the default skin."),
  cursor_size: number(1, [0.1, 5], "Size of the cursor and its trail, as a multiple of the skin's size."),
  cursor_scaled_to_circles: off('Scale the cursor with the circle size of the map.'),
  cursor_rainbow: off('Cycle the cursor and its trail through the colours of the rainbow.'),
  cursor_ripples: off('Draw an expanding ring at the cursor on every key press.'),
  cursor_trail: on('Show the cursor trail.'),
  trail_long: off('Use the long, continuous trail even if the skin has the short one.'),
  trail_scale: number(1, [0.1, 5], 'Size of the trail relative to the cursor.'),
  trail_density: number(1, [0.25, 4], "Number of images in the trail, as a multiple of the skin's number."),
  trail_glow: off('Add a glow around the trail.'),

  approach_circles: on('Show the approach circles.'),
  follow_points: on('Show the follow points between the objects of a combo.'),
  combo_numbers: on('Show the combo numbers on the objects.'),
  hit_lighting: choice(
    'skin',
    ['skin', 'always', 'never'],
    'Show a glow where an object was hit: if the skin has one, always, or never.',
  ),
  slider_merge: off('Merge the bodies of overlapping sliders.'),
  slider_combo_colour: off('Draw slider bodies in their combo colour, whatever the skin and the map specify.'),
  object_rainbow: off('Give successive objects the colours of the rainbow.'),
  beat_flash: off('Flash the objects on every beat, not only in kiai sections.'),
  beat_scale: off('Enlarge the objects on every beat.'),
  reveal_objects: off('Show all objects of plays with Hidden, Flashlight, Traceable or Blinds, as without these mods.'),
  mistake_marks: off('Beside each mistake, show for a second how far the cursor was away, the press and the cause.'),
} as const satisfies Readonly<Record<string, Setting>>;

function on(description: string): FlagSetting {
  return { kind: 'flag', default: true, description };
}

function off(description: string): FlagSetting {
  return { kind: 'flag', default: false, description };
}

function number(preset: number, [min, max]: readonly [number, number], description: string) {
  return { kind: 'number', default: preset, min, max, description } as const satisfies NumberSetting;
}

function dim(description: string): NumberSetting {
  return { kind: 'number', default: null, min: 0, max: 1, description };
}

function choice<const Word extends string>(preset: Word, choices: readonly Word[], description: string) {
  return { kind: 'choice', default: preset, choices, description } as const satisfies ChoiceSetting;
}
