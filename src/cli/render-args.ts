import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import {
  type ChosenSettings,
  parseDim,
  parseFlag,
  defaultRenderSettings as preset,
  renderOptionsOf,
  sizes,
} from '../contract/plain/index.ts';
import { defaultEncoding, type RenderOptions } from '../rendering/render/index.ts';
import { readSettingArgs, settingsHelp, settingsList } from './setting-args.ts';

/** What a command line asks for. */
export interface RenderArgs {
  readonly replay: string;
  readonly beatmap: string;
  /** Null: our own. */
  readonly skin: string | null;
  readonly file: string;
  readonly thumbnail?: string;
  readonly jsonProgress: boolean;
  /** Null: as many as pay. */
  readonly processes: number | null;
  readonly options: RenderOptions;
}

export const optionsHelp = `  --skin FILE.osk|FOLDER           how it looks and sounds; our own skin unless given
  --resolution SIZE                480p, 720p, 1080p, 4k or WIDTHxHEIGHT (1080p)
  --bg-dim DIM                     how dark the background is, 0 to 1 (${preset.bg_dim})
  --motion-blur true|false         blur what moves (${preset.motion_blur})
  --storyboard true|false          show the storyboard (${preset.storyboard})
  --video true|false               show the background video (${preset.video})
  --snaking-in true|false          slider bodies grow as they appear (${preset.snaking_in})
  --snaking-out true|false         slider bodies shrink behind the ball (${preset.snaking_out})
  --hit-error-meter true|false     show the hit error meter (${preset.hit_error_meter})
  --key-overlay true|false         show the pressed keys (${preset.key_overlay})

${settingsHelp}

  --start TIME, --end TIME         only this part of the song, in seconds or as m:ss
  --fps FPS                        frames a second (${defaultEncoding.fps})
  --encoder NAME                   as FFmpeg calls it: libx264, h264_nvenc … (${defaultEncoding.encoder})
  --preset PRESET                  ultrafast … veryslow: quick and large, or slow and small (${defaultEncoding.preset})
  --crf CRF                        quality, 0 (best) to 51 (${defaultEncoding.crf})

  --processes COUNT                how many render side by side, at most; 1: only this one (by cores and memory)

  --thumbnail FILE.jpg             a picture of a good moment, too
  --json-progress                  progress as JSON lines, also on a terminal
  -o, --output FILE.mp4            the video, replaced if it is there

${settingsList}`;

const names = {
  beatmap: { type: 'string', short: 'b' },
  skin: { type: 'string' },
  resolution: { type: 'string' },
  'bg-dim': { type: 'string' },
  'motion-blur': { type: 'string' },
  storyboard: { type: 'string' },
  video: { type: 'string' },
  'snaking-in': { type: 'string' },
  'snaking-out': { type: 'string' },
  'hit-error-meter': { type: 'string' },
  'key-overlay': { type: 'string' },
  set: { type: 'string', multiple: true },
  settings: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  fps: { type: 'string' },
  encoder: { type: 'string' },
  preset: { type: 'string' },
  crf: { type: 'string' },
  processes: { type: 'string' },
  thumbnail: { type: 'string' },
  output: { type: 'string', short: 'o' },
  'json-progress': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies ParseArgsConfig['options'];

/** The wish, `help`, or what is wrong with it. */
export function readRenderArgs(args: readonly string[]): RenderArgs | 'help' | { readonly mistakes: string } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: names });
    if (values.help) return 'help';
    const [replay, ...others] = positionals;
    if (replay === undefined || others.length > 0) return { mistakes: 'Exactly one replay is rendered at a time.' };
    if (values.beatmap === undefined) return { mistakes: 'Which map was played? Give it with --beatmap.' };
    const { skin, thumbnail, output } = values;
    return {
      replay,
      beatmap: values.beatmap,
      skin: skin === undefined || skin.toLowerCase() === preset.skin.toLowerCase() ? null : skin,
      file: output ?? `${basename(replay).replace(/\.osr$/i, '')}.mp4`,
      ...(thumbnail === undefined ? {} : { thumbnail }),
      jsonProgress: values['json-progress'],
      processes: readValue(values, 'processes', null, count),
      options: readOptions(values, readSettingArgs(values)),
    };
  } catch (error) {
    return { mistakes: (error as Error).message };
  }
}

type Texts = Partial<Record<keyof typeof names, string | boolean | string[]>>;

function readValue<T>(texts: Texts, name: keyof typeof names, fallback: T, kind: Kind<T>): T {
  const text = texts[name];
  if (typeof text !== 'string') return fallback;
  const value = kind.parse(text);
  if (value === null) throw new Error(`--${name} must be ${kind.expects}, not ${JSON.stringify(text)}.`);
  return value;
}

function readOptions(texts: Texts, settings: ChosenSettings): RenderOptions {
  const read = <T>(name: keyof typeof names, fallback: T, kind: Kind<T>) => readValue(texts, name, fallback, kind);
  const form = {
    resolution: preset.resolution,
    bg_dim: read('bg-dim', preset.bg_dim, dim),
    motion_blur: read('motion-blur', preset.motion_blur, flag),
    storyboard: read('storyboard', preset.storyboard, flag),
    video: read('video', preset.video, flag),
    snaking_in: read('snaking-in', preset.snaking_in, flag),
    snaking_out: read('snaking-out', preset.snaking_out, flag),
    hit_error_meter: read('hit-error-meter', preset.hit_error_meter, flag),
    key_overlay: read('key-overlay', preset.key_overlay, flag),
  };
  // A flag says the same as a setting, and more: any size, any number of frames.
  const named = read('resolution', undefined, resolution);
  const isNamed = typeof named === 'string';
  const options = renderOptionsOf({ ...form, settings: isNamed ? { ...settings, resolution: named } : settings });
  const start = read('start', options.start, time);
  const end = read('end', options.end, time);
  return {
    ...options,
    ...(!isNamed && named),
    fps: read('fps', options.fps, number),
    encoder: read('encoder', defaultEncoding.encoder, word),
    preset: read('preset', defaultEncoding.preset, word),
    crf: read('crf', defaultEncoding.crf, number),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
}

/** How one kind of text becomes a value; null: it does not. */
interface Kind<T> {
  parse(text: string): T | null;
  readonly expects: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const resolution: Kind<keyof typeof sizes | Size | undefined> = {
  parse(text) {
    const name = text.toLowerCase();
    if (Object.hasOwn(sizes, name)) return name as keyof typeof sizes;
    const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(name) ?? [];
    return width === undefined ? null : { width: Number(width), height: Number(height) };
  },
  expects: `${Object.keys(sizes).join(', ')} or WIDTHxHEIGHT`,
};

const dim: Kind<number> = { parse: parseDim, expects: 'a number from 0 to 1' };
const flag: Kind<boolean> = { parse: parseFlag, expects: 'true or false' };
const word: Kind<string> = { parse: (text) => text || null, expects: 'a name' };
const number: Kind<number> = {
  parse: (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : null),
  expects: 'a number',
};

const mostProcesses = 256;
const count: Kind<number | null> = {
  parse: (text) => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= mostProcesses ? Number(text) : null),
  expects: `a number from 1 to ${mostProcesses}`,
};

/** Song milliseconds. A map may begin before its song, hence the sign. */
const time: Kind<number | undefined> = {
  parse(text) {
    const [, sign, minutes = '0', seconds] = /^(-?)(?:(\d+):)?(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (seconds === undefined) return null;
    return (sign === '-' ? -1000 : 1000) * (Number(minutes) * 60 + Number(seconds));
  },
  expects: 'a time in seconds or as m:ss',
};
