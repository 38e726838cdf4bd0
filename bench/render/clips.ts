import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultSettings, renderOptionsOf } from '../../src/contract/settings/index.ts';
import {
  defaultEncoding,
  packedFiles,
  type RenderOptions,
  type RenderRequest,
} from '../../src/rendering/render/index.ts';

/** A part of a real play. */
export interface Clip {
  readonly name: string;
  readonly replay: string;
  readonly set: string;
  /** Song milliseconds. */
  readonly start: number;
}

/** An ordinary map and a demanding one. */
export const clips: readonly Clip[] = [
  {
    name: 'Harumachi Clover [Oh no!], from 8 s',
    replay: 'replays/harumachi-clover-swing_oh-no_NM_jamu.osr',
    set: 'beatmaps/harumachi-clover.osz',
    start: 8_000,
  },
  {
    name: 'The Big Black, from 62 s',
    replay: 'replays/the-big-black_whos-afraid-of_NM_wubwoofwolf.osr',
    set: 'beatmaps/bigblack.osz',
    start: 62_000,
  },
];

/** The maps with the most demanding storyboards, at their busiest parts. */
export const storyboardClips: readonly Clip[] = [
  {
    name: 'Bombs away, from 62 s',
    replay: 'replays/bombs-away_jens-normal_HRDTFL_barrymckawkinn.osr',
    set: 'beatmaps/bombs-away.osz',
    start: 62_000,
  },
  {
    name: 'Firmament Castle Velier, from 60 s',
    replay: 'replays/firmament-castle-velie_grand-finale-2_NM_syfou.osr',
    set: 'beatmaps/velier.osz',
    start: 60_000,
  },
];

export const sizes = { '1080p': { width: 1920, height: 1080 }, '4k': { width: 3840, height: 2160 } } as const;

/** Returns a render request as the service makes it, but without motion blur. */
export function requestOf(
  clip: Clip,
  { data, frames, ...changes }: Partial<RenderOptions> & { readonly data: string; readonly frames: number },
): Omit<RenderRequest, 'file'> {
  return {
    replay: readFileSync(join(data, clip.replay)),
    beatmap: { files: packedFiles(readFileSync(join(data, clip.set))) },
    skin: null,
    assets: resolve('dist/assets'),
    options: {
      ...renderOptionsOf(defaultSettings),
      ...defaultEncoding,
      motionBlur: false,
      storyboard: false,
      start: clip.start,
      end: clip.start + (frames * 1000) / defaultEncoding.fps,
      ...changes,
    },
  };
}
