import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { resourcesPerRender } from '../../src/cli/wiring/render-resources.ts';
import { defaultSettings, renderOptionsOf } from '../../src/contract/settings/index.ts';
import {
  defaultEncoding,
  folderFiles,
  packedFiles,
  type RenderOptions,
  type RenderPool,
  type RenderRequest,
} from '../../src/rendering/render/index.ts';

/** A real play. */
export interface Play {
  readonly name: string;
  readonly replay: string;
  /** An .osz file or a folder. */
  readonly set: string;
}

/** A part of a play. */
export interface Clip extends Play {
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

/** Ten maps, each for something else that renders differ in; the last one is rendered in 4K. */
export const maps: readonly (Play & { readonly options?: Partial<RenderOptions> })[] = [
  { ...clips[0]!, name: 'Harumachi Clover [Oh no!]' },
  { ...clips[1]!, name: 'The Big Black (streams)' },
  { ...storyboardClips[0]!, name: 'Bombs away (storyboard, HR DT FL)' },
  { ...storyboardClips[1]!, name: 'Firmament Castle Velier (storyboard)' },
  {
    name: 'Kimi no Bouken (video)',
    replay: 'replays/kimi-no-bouken-tv-size_your-adventure_NM_junheah.osr',
    set: 'beatmaps/kimi-no-bouken',
  },
  {
    name: 'Acchu~Ma Seishun!',
    replay: 'replays/acchu-ma-seishun-tv-si_reforms-extra_NM_barrymckawkinn.osr',
    set: 'beatmaps/acchuma-seishun.osz',
  },
  {
    name: 'Intro (Alive) (HD HR NC FL)',
    replay: 'replays/intro-alive_dancing_HDHRNCFL_aefrogdog.osr',
    set: 'beatmaps/bigbang-intro-alive.osz',
  },
  {
    name: 'Warriors (HD)',
    replay: 'replays/warriors_1000lp-challen_HD_freez.osr',
    set: 'beatmaps/warriors.osz',
  },
  {
    name: 'Mayday (overlapping objects)',
    replay: 'replays/mayday-feat-laura-breh_2b-calling-out_NM_badeu.osr',
    set: 'beatmaps/mayday-2b',
  },
  {
    name: 'Start Again (DT, 4K)',
    replay: 'replays/start-again_onlybiscuits-e_DT_arav.osr',
    set: 'beatmaps/start-again.osz',
    options: { width: 3840, height: 2160 },
  },
];

export const sizes = { '1080p': { width: 1920, height: 1080 }, '4k': { width: 3840, height: 2160 } } as const;

/** Returns a render request as the service makes it, but without motion blur and storyboard. */
export function requestOf(
  clip: Clip,
  { data, frames, ...changes }: Partial<RenderOptions> & { readonly data: string; readonly frames: number },
): Omit<RenderRequest, 'file'> {
  const end = clip.start + (frames * 1000) / defaultEncoding.fps;
  return defaultRequestOf(clip, { data, motionBlur: false, storyboard: false, start: clip.start, end, ...changes });
}

/** Returns a render request as the service makes it, for a whole play. */
export function defaultRequestOf(
  { replay, set }: Play,
  { data, ...changes }: Partial<RenderOptions> & { readonly data: string },
): Omit<RenderRequest, 'file'> {
  const path = join(data, set);
  return {
    replay: readFileSync(join(data, replay)),
    beatmap: { files: set.endsWith('.osz') ? packedFiles(readFileSync(path)) : folderFiles(path) },
    skin: null,
    assets: resolve('dist/assets'),
    options: { ...renderOptionsOf(defaultSettings), ...defaultEncoding, ...changes },
  };
}

/** Returns the processes that render a play by default, as many as the machine has cores. */
export function defaultPoolOf({ replay, set }: Play, data: string): RenderPool {
  const kind = set.endsWith('.osz') ? 'archive' : 'folder';
  return {
    sources: { replay: join(data, replay), beatmap: { kind, path: join(data, set) }, skin: null },
    machine: resourcesPerRender(),
    processes: null,
    segmentSeconds: null,
    childPath: resolve('dist/segment-child.js'),
  };
}
