import type { Setting } from './setting.ts';

/** The form of the video, which part of the play it shows and how fast, and what is heard. */
export const outputSettings = {
  resolution: {
    kind: 'choice',
    default: null,
    of: ['480p', '720p', '1080p', '4k'],
    description: 'Size of the video, in place of the form field of that name, which knows only the two large ones.',
  },
  vertical: {
    kind: 'flag',
    default: false,
    description: 'A video as high as it would be wide, 9:16, with the whole playfield in its middle.',
  },
  fps: { kind: 'choice', default: 60, of: [30, 60, 120], description: 'Frames a second.' },
  speed: {
    kind: 'number',
    default: 1,
    min: 0.25,
    max: 4,
    description: 'Speed of the video, as a multiple of that of the play; the song keeps its pitch.',
  },
  clip_start: {
    kind: 'number',
    default: null,
    min: -60,
    max: 10800,
    description: 'Leaves out what comes before, in seconds of the song.',
  },
  clip_end: {
    kind: 'number',
    default: null,
    min: -60,
    max: 10800,
    description: 'Leaves out what comes after, in seconds of the song.',
  },
  skip_intro: {
    kind: 'flag',
    default: false,
    description: 'Begins a few beats before the first object, where the game would let a player skip to.',
  },
  result_screen: { kind: 'flag', default: true, description: 'Ends with the results of the play.' },
  ignore_fail: {
    kind: 'flag',
    default: false,
    description: 'Goes on after the play has failed, as with No Fail; what the replay has no more input for is missed.',
  },
  preview: {
    kind: 'choice',
    default: null,
    of: ['gif', 'webp'],
    description: 'Makes a small animation of four seconds, too, without sound.',
  },
  volume: {
    kind: 'number',
    default: 1,
    min: 0,
    max: 2,
    description: 'How loud everything is: 0 is silent, 1 as usual.',
  },
  music_volume: { kind: 'number', default: 1, min: 0, max: 2, description: 'How loud the song is.' },
  hitsound_volume: {
    kind: 'number',
    default: 1,
    min: 0,
    max: 2,
    description: 'How loud everything but the song is.',
  },
  hit_sounds: {
    kind: 'choice',
    default: 'beatmap',
    of: ['beatmap', 'skin'],
    description: 'Whose sounds are heard: those the beatmap brings, where it brings any, or always those of the skin.',
  },
  nightcore_samples: { kind: 'flag', default: true, description: 'Plays with Nightcore have its drums.' },
  combo_colours: {
    kind: 'choice',
    default: 'beatmap',
    of: ['beatmap', 'skin'],
    description: 'Whose colours objects have: those of the beatmap, where it has any, or always those of the skin.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
