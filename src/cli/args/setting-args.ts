import { readFileSync } from 'node:fs';
import {
  expectedOf,
  findSetting,
  isObject,
  parseFlag,
  parseNumber,
  type Setting,
  type SettingValue,
  type SubmittedSettings,
  settingErrors,
  settingsTable,
} from '../../contract/settings/index.ts';
import { UsageError } from './run-command.ts';

export const settingsHelp = `  --set NAME=VALUE                 one of the settings below; can be repeated
  --settings FILE.json             a file with settings; --set takes precedence`;

/** Without the resolution, for which `render` has an option that accepts more. */
const { resolution: _, ...listed } = settingsTable.settings;

/** The help text with every setting, its default, its description and its choices. */
export const settingsList = `Settings:
${Object.entries<Setting>(listed).map(settingLine).join('\n')}`;

function settingLine([name, setting]: readonly [string, Setting]): string {
  const { default: preset, description } = setting;
  const choices = setting.kind === 'choice' ? ` One of ${expectedOf(setting, String)}.` : '';
  return `  ${`${name}=${preset ?? ''}`.padEnd(32)} ${description}${choices}`;
}

/** The settings of `--set` and `--settings`. Throws an error that names everything that is not valid. */
export function readSettingArgs(
  { set = [], settings: file }: { readonly set?: readonly string[]; readonly settings?: string },
  readText = (path: string) => readFileSync(path, 'utf8'),
): SubmittedSettings['settings'] {
  const settings = { ...(file !== undefined && readObject(file, readText)), ...Object.fromEntries(set.map(entryOf)) };
  const errors = settingErrors(settings);
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  return settings;
}

function readObject(file: string, readText: (path: string) => string): Record<string, unknown> {
  const text = readText(file);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The error below covers both cases.
  }
  throw new UsageError(`${file} is not a JSON object of settings.`);
}

function entryOf(text: string): [string, SettingValue] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--set takes NAME=VALUE, not ${JSON.stringify(text)}.`);
  const setting = findSetting(name);
  // Unknown names are reported together with all other errors.
  if (setting === null) return [name, value];
  const converted = convert(setting, value);
  if (converted === undefined)
    throw new UsageError(`${name} must be ${expectedOf(setting)}, not ${JSON.stringify(value)}.`);
  return [name, converted];
}

/** A text as a value of the setting's type; undefined if it is none. */
function convert(setting: Setting, text: string): SettingValue | undefined {
  if (text === '') return setting.default === null ? null : undefined;
  if (setting.kind === 'flag') return parseFlag(text) ?? undefined;
  if (setting.kind === 'number') return parseNumber(text) ?? undefined;
  if (setting.kind === 'choice') return setting.choices.find((choice) => String(choice) === text.toLowerCase());
  return text;
}
