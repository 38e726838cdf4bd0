import { basename } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import {
  defaultSettings,
  expectedOf,
  type LayoutSettings,
  parseValue,
  playerOptionsOf,
  renderOptionsOf,
  type Setting,
  type SettingValue,
  type SubmittedSettings,
  settingsTable,
  videoSizes,
} from '../../contract/settings/index.ts';
import { maxReplaysOf } from '../../game/together/index.ts';
import { defaultEncoding, type RenderOptions } from '../../rendering/render/index.ts';
import type { TogetherOptions } from '../../rendering/scene-loader/index.ts';
import { type parseOptions, UsageError } from './run-command.ts';
import { readSettingArgs, settingsHelp, settingsList } from './setting-args.ts';

/** The arguments of the command `render`. */
export interface RenderArgs {
  readonly replay: string;
  /** Further replays, for a video of several plays. */
  readonly others: readonly string[];
  readonly beatmap: string;
  /** Null: the default skin. */
  readonly skin: string | null;
  readonly file: string;
  readonly thumbnail?: string;
  /** The file of `--settings`. */
  readonly settings?: string;
  readonly jsonProgress: boolean;
  /** Null: chosen by cores and memory. */
  readonly processes: number | null;
  readonly options: RenderOptions;
}

// On the command line, a skin is a file and a resolution any size: these two are read in their own way.
const { skin: _, resolution: __, ...fields } = settingsTable.fields;
const fieldEntries = Object.entries<Setting>(fields);
const layoutEntries = Object.entries<Setting>(settingsTable.layout);

export const optionsHelp = `  --skin FILE.osk|FOLDER           the skin (the default skin)
  --resolution SIZE                480p, 720p, 1080p, 4k or WIDTHxHEIGHT (1080p)
${fieldEntries.map(([field, row]) => helpLine(`--${optionOf(field)} ${placeholderOf(row)}`, row)).join('\n')}

${settingsHelp}

Several replays of one map in one video:
${layoutEntries.map(([name, row]) => helpLine(`--${optionOf(name)} ${placeholderOf(row)}`, row)).join('\n')}
  --rival FILE.osr                 a row of the scoreboard beside a single play; can be repeated

  --start TIME, --end TIME         render only this part of the song, in seconds or as m:ss
  --fps FPS                        frames per second (${defaultEncoding.fps})
  --encoder NAME                   FFmpeg's name of the encoder: libx264, h264_nvenc … (${defaultEncoding.encoder})
  --preset PRESET                  quick, balanced, small, or a preset of x264, ultrafast … veryslow (${defaultEncoding.preset})
  --crf CRF                        quality, 0 (best) to 51 (${defaultEncoding.crf})

  --processes COUNT                maximum number of processes; 1: only this one (by cores and memory)

  --thumbnail FILE.jpg             also write a picture of the play
  --json-progress                  print the progress as JSON lines, even on a terminal
  -o, --output FILE.mp4            the video; an existing file is replaced

${settingsList}`;

function optionOf(field: string): string {
  return field.replaceAll('_', '-');
}

function placeholderOf(setting: Setting): string {
  if (setting.kind === 'flag') return 'true|false';
  if (setting.kind !== 'choice') return setting.kind.toUpperCase();
  const { choices } = setting;
  return choices.length > 3 ? `${choices[0]}…${choices.at(-1)}` : choices.join('|');
}

function helpLine(option: string, setting: Setting): string {
  const { description, default: preset } = setting;
  const text = `${description.charAt(0).toLowerCase()}${description.slice(1, -1)}`;
  const percent = setting.kind === 'number' && setting.acceptsPercent ? '; above 1, a percentage' : '';
  return `  ${option.padEnd(32)} ${text}${percent}${preset === null ? '' : ` (${preset})`}`;
}

const names = {
  beatmap: { type: 'string', short: 'b' },
  skin: { type: 'string' },
  resolution: { type: 'string' },
  rival: { type: 'string', multiple: true },
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
} as const satisfies ParseArgsConfig['options'];

/** The form fields as options. Their names are not part of the type: they are read by the rows of the table. */
const fieldOptions = Object.fromEntries(
  [...fieldEntries, ...layoutEntries].map(([field, row]) => [
    optionOf(field),
    { type: 'string' as const, expected: expectedOf(row, String) },
  ]),
);

export const renderOptions: typeof names = { ...fieldOptions, ...names };

/** The arguments of a parsed command line. Throws a `UsageError` if they are wrong. */
export function readRenderArgs({
  values,
  positionals: [replay, ...others],
}: ReturnType<typeof parseOptions<typeof names>>): RenderArgs {
  if (replay === undefined) throw new UsageError('Name a replay.');
  const { rival: rivals = [], skin, thumbnail, settings, output } = values;
  const layout = readLayout(values, { others: others.length, rivals: rivals.length });
  if (values.beatmap === undefined) throw new UsageError('Name the beatmap of the play with --beatmap.');
  return {
    replay,
    others: [...others, ...rivals],
    beatmap: values.beatmap,
    skin: skin === undefined || skin.toLowerCase() === defaultSettings.skin.toLowerCase() ? null : skin,
    file: output ?? `${basename(replay).replace(/\.osr$/i, '')}.mp4`,
    thumbnail,
    settings,
    jsonProgress: values['json-progress'],
    processes: readText(values, 'processes', count) ?? null,
    options: { ...readOptions(values, readSettingArgs(values)), ...(layout && { together: layout }) },
  };
}

type Texts = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** The value of an option; undefined if it is absent. */
function readText<T>(texts: Texts, name: string, { parse, expected }: Kind<T>): T | undefined {
  const text = texts[name];
  if (typeof text !== 'string') return undefined;
  const value = parse(text);
  if (value === null) throw new UsageError(`--${name} must be ${expected}, not ${JSON.stringify(text)}.`);
  return value;
}

/** How several replays are shown; null for one replay alone. */
function readLayout(
  texts: Texts,
  { others, rivals }: { readonly others: number; readonly rivals: number },
): TogetherOptions | null {
  const values = layoutEntries.map(([name, row]) => [name, readRow(texts, name, row)]);
  const settings: LayoutSettings = Object.fromEntries(values);
  const { layout } = settings;
  requireUsed(texts, layout, rivals);
  const max = maxReplaysOf(layout ?? 'scoreboard');
  if (others + rivals >= max)
    throw new UsageError(`Name at most ${max} replays${layout === 'split' ? ' for --layout split' : ''}.`);
  if (rivals > 0) {
    if (others > 0 || layout !== null) throw new UsageError('--rival belongs to a single replay without --layout.');
    return { layout: 'scoreboard', ...playerOptionsOf(settings) };
  }
  if (others > 0 && layout === null)
    throw new UsageError(`Several replays need --layout: ${expectedOf(settingsTable.layout.layout, String)}.`);
  if (layout === null) return null;
  if (others === 0) throw new UsageError('--layout needs two or more replays.');
  return { layout, ...playerOptionsOf(settings) };
}

/** Refuses options that the requested video would ignore. */
function requireUsed(texts: Texts, layout: LayoutSettings['layout'], rivals: number): void {
  for (const [name] of layoutEntries) {
    const option = optionOf(name);
    if (name === 'layout' || texts[option] === undefined) continue;
    const isKnockout = name.startsWith('knockout_');
    if (isKnockout && layout !== 'knockout') throw new UsageError(`--${option} needs --layout knockout.`);
    if (layout == null && rivals === 0) throw new UsageError(`--${option} needs --layout or --rival.`);
  }
}

/** The value of a row of the settings table. */
function readRow(texts: Texts, name: string, row: Setting): SettingValue {
  const kind = { parse: (text: string) => parseValue(row, text), expected: expectedOf(row) };
  return readText(texts, optionOf(name), kind) ?? row.default;
}

function readFields(texts: Texts): Omit<SubmittedSettings, 'settings'> {
  const values = fieldEntries.map(([field, row]) => [field, readRow(texts, field, row)]);
  return { ...defaultSettings, ...Object.fromEntries(values) };
}

/** Command-line options take precedence over settings, and accept more: any size, any frame rate. */
function readOptions(texts: Texts, settings: SubmittedSettings['settings']): RenderOptions {
  const size = readText(texts, 'resolution', resolution);
  const isNamed = typeof size === 'string';
  const options = renderOptionsOf({
    ...readFields(texts),
    settings: isNamed ? { ...settings, resolution: size } : settings,
  });
  const start = readText(texts, 'start', time) ?? options.start;
  const end = readText(texts, 'end', time) ?? options.end;
  return {
    ...options,
    ...(!isNamed && size),
    fps: readText(texts, 'fps', number) ?? options.fps,
    encoder: readText(texts, 'encoder', word) ?? defaultEncoding.encoder,
    preset: readText(texts, 'preset', word) ?? defaultEncoding.preset,
    crf: readText(texts, 'crf', number) ?? defaultEncoding.crf,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
}

/** A kind of option value: how it is read (null: not valid) and what it must be. */
interface Kind<T> {
  parse(text: string): T | null;
  readonly expected: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const resolution: Kind<keyof typeof videoSizes | Size> = {
  parse(text) {
    const name = text.toLowerCase();
    if (Object.hasOwn(videoSizes, name)) return name as keyof typeof videoSizes;
    const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(name) ?? [];
    return width === undefined ? null : { width: Number(width), height: Number(height) };
  },
  expected: `${Object.keys(videoSizes).join(', ')} or WIDTHxHEIGHT`,
};

const word: Kind<string> = { parse: (text) => text || null, expected: 'a name' };
const number: Kind<number> = {
  parse: (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : null),
  expected: 'a number',
};

const maxProcesses = 256;
const count: Kind<number> = {
  parse: (text) => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxProcesses ? Number(text) : null),
  expected: `a number from 1 to ${maxProcesses}`,
};

/** Song milliseconds, negative before the song starts. */
const time: Kind<number> = {
  parse(text) {
    const [, sign, minutes, seconds] = /^(-?)(?:(\d+):)?(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (seconds === undefined || (minutes !== undefined && Number(seconds) >= 60)) return null;
    return (sign === '-' ? -1000 : 1000) * (Number(minutes ?? 0) * 60 + Number(seconds));
  },
  expected: 'a time in seconds or as m:ss',
};
