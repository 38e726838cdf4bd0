import type { Setting } from './setting.ts';

/** The format of the video, the part of the play it contains, its speed, and its sound. */
export const outputSettings = {
  resolution: {
    kind: 'choice',
    default: null,
    choices: ['480p', '720p', '1080p', '4k'],
    description: 'Video size. Overrides the form field of the same name, which offers only 1080p and 4k.',
  },
  vertical: {
    kind: 'flag',
    default: false,
    description: 'Render an upright 9:16 video, with the whole playfield in the middle.',
  },
  fps: { kind: 'choice', default: 60, choices: [30, 60, 120], description: 'Frames per second.' },
  speed: {
    kind: 'number',
    default: 1,
    min: 0.25,
    max: 4,
    description: 'Playback speed, as a multiple of the speed of the play. The pitch of the song does not change.',
  },
  clip_start: {
    kind: 'number',
    default: null,
    min: -60,
    max: 10800,
    description: 'Start the video at this time of the song, in seconds.',
  },
  clip_end: {
    kind: 'number',
    default: null,
    min: -60,
    max: 10800,
    description: 'End the video at this time of the song, in seconds.',
  },
  moments: {
    kind: 'choice',
    default: null,
    choices: ['mistakes', 'hardest', 'best', 'highlights', 'first_miss'],
    description:
      'Show only moments of the play: each mistake with two seconds before and after it (mistakes), the hardest 20 seconds (hardest), the longest hard passage without a mistake (best), hard parts that are cut on the beat (highlights), or the first miss (first_miss). With clip_start or clip_end, only those of the clip. Not for several replays.',
  },
  highlights_seconds: {
    kind: 'number',
    default: 30,
    min: 10,
    max: 300,
    description: 'Maximum length of a video of highlights.',
  },
  skip_intro: {
    kind: 'flag',
    default: false,
    description: 'Start a few beats before the first object, where the game lets players skip to.',
  },
  result_screen: { kind: 'flag', default: true, description: 'End with the results screen.' },
  ignore_fail: {
    kind: 'flag',
    default: false,
    description: 'Continue after the play has failed, as with No Fail. Objects without replay input are misses.',
  },
  target_size_mb: {
    kind: 'number',
    default: null,
    min: 1,
    max: 10000,
    description:
      'Maximum size of the video in megabytes, such as 10 for a chat. Lowers the quality, and if necessary the resolution.',
  },
  preview: {
    kind: 'choice',
    default: null,
    choices: ['gif', 'webp'],
    description: 'Also create a four-second animation without sound.',
  },
  volume: {
    kind: 'number',
    default: 1,
    min: 0,
    max: 2,
    description: 'Overall volume: 0 is silent, 1 is -14 LUFS.',
  },
  music_volume: { kind: 'number', default: 1, min: 0, max: 2, description: 'Volume of the song.' },
  hitsound_volume: {
    kind: 'number',
    default: 1,
    min: 0,
    max: 2,
    description: 'Volume of all sounds except the song.',
  },
  hit_sounds: {
    kind: 'choice',
    default: 'beatmap',
    choices: ['beatmap', 'skin'],
    description: 'Source of the hit sounds: the beatmap if it has any, or always the skin.',
  },
  nightcore_samples: { kind: 'flag', default: true, description: 'Play the drums of the Nightcore mod.' },
  combo_colours: {
    kind: 'choice',
    default: 'beatmap',
    choices: ['beatmap', 'skin'],
    description: 'Source of the combo colours: the beatmap if it has any, or always the skin.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
