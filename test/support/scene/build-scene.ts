import { defaultSettings, renderOptionsOf } from '../../../src/contract/settings/index.ts';
import { type Beatmap, parseBeatmap } from '../../../src/game/beatmap/index.ts';
import { type Mods, modsOf } from '../../../src/game/mods/index.ts';
import { judge } from '../../../src/game/play/index.ts';
import type { Replay, ReplayFrames } from '../../../src/game/replay/index.ts';
import {
  type ElementName,
  elements,
  type Glyph,
  parseSkinIni,
  type Skin,
  type SourceName,
} from '../../../src/game/skin/index.ts';
import { drawCursor } from '../../../src/rendering/scene/cursor/index.ts';
import { drawPlay } from '../../../src/rendering/scene/frame.ts';
import {
  createDisplayList,
  createPictures,
  createScene,
  createViewport,
  printDisplayList,
  type Scene,
  type SceneInput,
  type SceneOptions,
  type StoryboardInput,
} from '../../../src/rendering/scene/index.ts';
import { type MapSections, mapBytes } from '../beatmaps/map-text.ts';
import { untouched } from '../replays/build-play.ts';
import { buildFrames, buildReplay } from '../replays/build-replay.ts';

/** What a test's scene is made of. */
export interface SceneParts extends MapSections {
  /** Rows of time, x, y and keys. */
  readonly frames?: readonly (readonly [time: number, x: number, y: number, keys: number])[];
  readonly modBits?: number;
  readonly mods?: Mods;
  /** The recorded score; 0, not recorded, by default. */
  readonly score?: number;
  readonly ini?: readonly string[];
  readonly skin?: FakeSkin;
  readonly options?: Partial<SceneOptions>;
  readonly background?: SceneInput['backgroundSize'];
  readonly video?: SceneInput['video'];
  /** 1920×1080 by default. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** How the test skin differs from one that has everything. */
export interface FakeSkin {
  readonly without?: readonly ElementName[];
  /** The sizes of images that differ from the usual ones, by their file name (`score .` for a glyph). */
  readonly sizes?: Readonly<Record<string, readonly [width: number, height: number]>>;
  /** The overlap of all fonts. */
  readonly overlap?: number;
  /** Animated elements and their number of frames. */
  readonly frames?: Readonly<Partial<Record<ElementName, number>>>;
  readonly spinner?: Skin['spinnerStyle'];
  /** Whether it has its own hit lighting. */
  readonly glows?: boolean;
  /** Elements that come from other layers than the player's skin. */
  readonly sources?: Readonly<Partial<Record<ElementName, SourceName>>>;
  /** Sounds that it lacks, by the names passed to `hitSound` and `sound`. */
  readonly mute?: readonly string[];
}

/** Sizes as in real skins; everything else is 100 by 100. */
const sizes: Readonly<Partial<Record<string, readonly [number, number]>>> = {
  hitcircle: [128, 128],
  hitcircleoverlay: [128, 128],
  approachcircle: [126, 126],
  sliderfollowcircle: [256, 256],
  followpoint: [24, 24],
  cursor: [80, 80],
  cursortrail: [20, 20],
  'spinner-metre': [1024, 692],
};

/** Builds a scene of a small map and play at 1920×1080, with a skin whose images have realistic sizes. */
export function buildScene(parts: SceneParts = {}): Scene {
  const { frames = untouched, modBits = 0 } = parts;
  return buildSceneFrom(mapBytes(parts), buildFrames(frames), { ...parts, modBits });
}

/** Builds a scene of a map file and replay frames. */
export function buildSceneFrom(osu: Uint8Array, frames: ReplayFrames, parts: Omit<SceneParts, 'frames'> = {}): Scene {
  const built = buildReplay({ frames, header: { modBits: parts.modBits ?? 0, score: parts.score ?? 0 } });
  return buildSceneOfReplay(
    osu,
    { ...built, header: { ...built.header, frames: noBytes, scoreInfo: null } } as Replay,
    parts,
  );
}

/** Builds a scene of a map file and a replay. */
export function buildSceneOfReplay(osu: Uint8Array, replay: Replay, parts: Omit<SceneParts, 'frames'> = {}): Scene {
  const mods = parts.mods ?? modsOf(replay);
  const ini = parseSkinIni(
    new TextEncoder().encode(['[General]', 'Version: 2.7', ...(parts.ini ?? [])].join('\n')),
  ).ini;
  const skin = fakeSkin(ini, parts.skin ?? {});
  const { beatmap } = parseBeatmap(osu);
  return createScene({
    play: judge(beatmap, replay, mods),
    replay,
    mods,
    viewport: createViewport(parts.size ?? { width: 1920, height: 1080 }),
    pictures: createPictures(skin, ({ file }) => {
      const [width, height] = parts.skin?.sizes?.[file] ?? sizes[file.replace(/ .*$/, '')] ?? [100, 100];
      return { width, height };
    }),
    skinIni: ini,
    skin,
    typeface: { glyph: () => ({ image: null, left: 0, top: 0, advance: 0.5 }), has: () => true },
    options: {
      ...renderOptionsOf(defaultSettings),
      backgroundDim: 0.8,
      snakingIn: true,
      snakingOut: true,
      hitErrorMeter: false,
      keyOverlay: false,
      ...parts.options,
    },
    backgroundSize: parts.background ?? null,
    ...(hasStoryboard(beatmap) && { storyboard: storyboardOf(beatmap) }),
    ...(parts.video && { video: parts.video }),
    pp: null,
    stars: null,
  });
}

const noBytes = { offset: 0, length: 0 };

function hasStoryboard({ storyboard }: Beatmap): boolean {
  return storyboard.sprites.length > 0 || storyboard.samples.length > 0;
}

/** The storyboard in a map's own lines. Its images are 100 by 50; files named `none` are missing. */
function storyboardOf({ storyboard }: Beatmap): StoryboardInput {
  const exists = (path: string) => !/none/.test(path);
  return {
    storyboard,
    pictureOf: (path) => (exists(path) ? { image: `storyboard/${path}`, width: 100, height: 50 } : null),
    soundOf: (path) => (exists(path) ? { source: 'beatmap', file: path } : null),
  };
}

/** A skin with every element, each file named after its element. */
function fakeSkin(ini: Skin['ini'], fake: FakeSkin): Skin {
  const { without = [], frames = {}, overlap = 0, spinner = 'new', glows = false, mute = [] } = fake;
  const sources: FakeSkin['sources'] = { ...(!glows && { lighting: 'default' }), ...fake.sources };
  const image = (file: string, source: SourceName = 'user') => ({ source, file, scale: 1 }) as const;
  const sound = (file: string) => (mute.includes(file) ? null : { source: 'user' as const, file });
  return {
    ini,
    spinnerStyle: spinner,
    element(name) {
      if (without.includes(name) || !(name in elements)) return null;
      const count = frames[name];
      const source = sources[name];
      if (count === undefined) return { frames: [image(name, source)], framesPerSecond: null };
      const [first, ...rest] = Array.from({ length: count }, (_, i) => image(`${name} ${i}`, source));
      return { frames: [first!, ...rest], framesPerSecond: 60 };
    },
    still: (name) => (without.includes(name) || !(name in elements) ? null : image(name)),
    font(name) {
      const glyphs = Object.fromEntries(Array.from('0123456789,.%x', (glyph) => [glyph, image(`${name} ${glyph}`)]));
      return { glyphs: glyphs as Record<Glyph, ReturnType<typeof image>>, overlap };
    },
    hitSound: ({ set, sound: name, index, filename }) =>
      sound(filename ? filename : `${set}-${name}${index > 1 ? index : ''}`),
    sound,
  };
}

/** Prints the play and the cursor at several times, without the HUD, for a golden file. */
export function printScene(scene: Scene, times: readonly number[]): string {
  return times
    .map((t) => {
      const list = createDisplayList();
      drawPlay(list, scene, t);
      drawCursor(list, scene.cursor, t);
      return `at ${t}\n${printDisplayList(list)}\n`;
    })
    .join('\n');
}
