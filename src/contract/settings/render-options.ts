import {
  defaultsOf,
  fieldNames,
  type LayoutSettings,
  type SingleSettings,
  type SubmittedSettings,
  settingNames,
  settingsTable,
} from './settings-table.ts';

/** The render options of submitted settings: all but those of the encoder, which the operator chooses. */
export function renderOptionsOf(submitted: SubmittedSettings) {
  const { skin: _, resolution: __, bgDim, vertical, clipStart, clipEnd, ...options } = inCamelCase(submitted);
  const { width, height } = videoSizes[submitted.settings.resolution ?? submitted.resolution];
  return {
    ...options,
    backgroundDim: bgDim,
    width: vertical ? height : width,
    height: vertical ? width : height,
    ...(clipStart !== null && { start: clipStart * 1000 }),
    ...(clipEnd !== null && { end: clipEnd * 1000 }),
  };
}

/** The options of a video of several replays, without their layout. */
export function playerOptionsOf(settings: LayoutSettings) {
  return {
    orderBy: settings.order_by,
    lives: settings.knockout_lives,
    counts: settings.knockout_counts,
    minTime: settings.knockout_min_time * 1000,
  };
}

/** The options of a video of several replays; null for a video of one. */
export function togetherOptionsOf({ settings }: SubmittedSettings) {
  const { layout } = settings;
  if (layout == null) return null;
  return { layout, ...playerOptionsOf({ ...defaultsOf(settingsTable.layout), ...settings }) };
}

/** The sizes a video can have, in pixels. */
export const videoSizes = {
  '480p': { width: 854, height: 480 },
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
} as const;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type InCamelCase<T> = { readonly [Name in keyof T & string as CamelCase<Name>]: T[Name] };

/** A value for every row of the table, under its name in camel case. */
function inCamelCase(
  submitted: SubmittedSettings,
): InCamelCase<Omit<SubmittedSettings, 'settings'> & Required<Omit<SingleSettings, 'resolution'>>> {
  const fields = fieldNames.map((name) => [name, submitted[name]] as const);
  const settings = settingNames.map(
    (name) => [name, submitted.settings[name] ?? settingsTable.settings[name].default] as const,
  );
  const entries = [...fields, ...settings].map(([name, value]) => [camelCase(name), value]);
  return Object.fromEntries(entries);
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
