import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { onTestFinished } from 'vitest';
import { defaultSettings, renderOptionsOf } from '../../../src/contract/settings/index.ts';
import { md5Hex } from '../../../src/game/md5.ts';
import { type LazerMod, type ReplayFrames, writeReplay } from '../../../src/game/replay/index.ts';
import {
  defaultEncoding,
  type RenderHooks,
  type RenderOptions,
  type RenderRequest,
  type RenderResult,
  renderReplay,
} from '../../../src/rendering/render/index.ts';
import type { FileSource } from '../../../src/rendering/scene-loader/index.ts';
import { type MapSections, mapBytes } from '../beatmaps/map-text.ts';
import { assets } from '../processes/built-files.ts';
import { type Row, untouched } from '../replays/build-play.ts';
import { buildFrames, buildReplay } from '../replays/build-replay.ts';
import { type ReadVideo, readVideo } from '../video/read-video.ts';
import { knock, waveFile } from '../video/test-sound.ts';

export interface PlayParts extends MapSections {
  readonly frames?: readonly Row[] | ReplayFrames;
  readonly modBits?: number;
  /** The recorded score; 0, not recorded, by default. */
  readonly score?: number;
  /** Makes it a lazer play. */
  readonly lazer?: readonly LazerMod[];
  /** Files of the beatmap set except the map. */
  readonly set?: Readonly<Record<string, Uint8Array>>;
  readonly skin?: Readonly<Record<string, Uint8Array>>;
  readonly options?: Partial<RenderOptions>;
}

/** Options for small, fast renders. */
export const smallOptions: RenderOptions = {
  ...renderOptionsOf(defaultSettings),
  ...defaultEncoding,
  preset: 'ultrafast',
  width: 640,
  height: 360,
  backgroundDim: 0.5,
  motionBlur: false,
  storyboard: false,
};

const noScoreInfo = {
  statistics: {},
  maximumStatistics: {},
  clientVersion: '',
  rank: null,
  totalScoreWithoutMods: null,
};

/** Builds a request for a play of a small map. */
export function buildRequest(parts: PlayParts): Omit<RenderRequest, 'file'> {
  const osu = mapBytes(parts);
  const { frames = untouched } = parts;
  const replay = buildReplay({
    frames: 'count' in frames ? frames : buildFrames(frames),
    header: {
      beatmapMd5: md5Hex(osu),
      modBits: parts.modBits ?? 0,
      score: parts.score ?? 0,
      player: 'Somebody',
      ...(parts.lazer && { version: 30_000_016 }),
    },
    ...(parts.lazer && { scoreInfo: { ...noScoreInfo, mods: parts.lazer } }),
  });
  return {
    replay: writeReplay(replay),
    beatmap: { files: filesOf({ ...parts.set, 'map.osu': osu }) },
    skin: parts.skin ? filesOf(parts.skin) : null,
    assets,
    options: { ...smallOptions, ...parts.options },
  };
}

export interface TestRender {
  readonly file: string;
  readonly result: RenderResult;
  readonly notes: readonly string[];
  /** Decodes the frames with these numbers. */
  read(frames?: readonly number[]): ReadVideo;
}

/** Renders a play into a new folder. */
export async function renderPlay(parts: PlayParts, hooks: RenderHooks = {}): Promise<TestRender> {
  const file = join(emptyFolder(), 'video.mp4');
  const notes: string[] = [];
  const result = await renderReplay({ ...buildRequest(parts), file }, { onNote: (note) => notes.push(note), ...hooks });
  return { file, result, notes, read: (frames) => readVideo(file, frames) };
}

/** Creates a folder that is removed after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-render-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The names of the files in a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

/** A file source of files in memory. */
export function filesOf(files: Readonly<Record<string, Uint8Array>>): FileSource {
  const byName = new Map(Object.entries(files).map(([name, bytes]) => [name.toLowerCase(), bytes]));
  return { names: Object.keys(files), read: (name) => byName.get(name.toLowerCase()) ?? null };
}

/** An image of one colour. */
export function plainPng(colour: string, { width = 64, height = 36 } = {}): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/png');
}

/** A sound without leading silence. */
export function knockWave(): Uint8Array {
  return waveFile({ rate: 48_000, channels: 2, frames: 4_800 }, (frame) => 0.9 * knock(frame / 48_000));
}

/** The Y, U and V of a pixel of a decoded frame. */
export function pixelOf(
  planes: Buffer,
  { width, height }: { width: number; height: number },
  [x, y]: readonly [x: number, y: number],
) {
  const chroma = width * height + Math.floor(y / 2) * (width / 2) + Math.floor(x / 2);
  return [planes[y * width + x]!, planes[chroma]!, planes[chroma + (width * height) / 4]!];
}
