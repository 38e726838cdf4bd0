import { readFileSync } from 'node:fs';
import {
  type ChosenSettings,
  checkSettings,
  expectedOf,
  parseFlag,
  type Setting,
  type SettingValue,
  settingOf,
  settingsTable,
} from '../contract/plain/index.ts';

export const settingsHelp = `  --set NAME=VALUE                 one of the settings below, as often as there are settings
  --settings FILE.json             several of them; those of --set win`;

/** Every setting with its default and what it does. */
export const settingsList = `Settings:
${Object.entries<Setting>(settingsTable)
  .map(([name, { default: preset, description: says }]) => `  ${`${name}=${preset ?? ''}`.padEnd(32)} ${says}`)
  .join('\n')}`;

/** The settings a command line and a file ask for. Throws a sentence where one is wrong. */
export function readSettingArgs(
  { set = [], settings: file }: { readonly set?: readonly string[]; readonly settings?: string },
  readText = (path: string) => readFileSync(path, 'utf8'),
): ChosenSettings {
  const asked = { ...(file !== undefined && objectIn(file, readText)), ...Object.fromEntries(set.map(entryOf)) };
  const checked = checkSettings(asked);
  if ('settings' in checked) return checked.settings;
  throw new Error(checked.errors.map(({ message }) => message).join('\n'));
}

function objectIn(file: string, readText: (path: string) => string): Record<string, unknown> {
  const text = readText(file);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new Error(`${file} is no JSON object of settings.`);
}

function entryOf(text: string): [string, SettingValue] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new Error(`--set takes NAME=VALUE, not ${JSON.stringify(text)}.`);
  const setting = settingOf(name);
  // A name nobody knows is refused with everything else that is wrong.
  if (setting === null) return [name, value];
  const read = valueIn(setting, value);
  if (read === undefined) throw new Error(`${name} must be ${expectedOf(setting)}, not ${JSON.stringify(value)}.`);
  return [name, read];
}

/** A text as the kind of value a setting has; undefined: it is none. */
function valueIn(setting: Setting, text: string): SettingValue | undefined {
  if (text === '') return setting.default === null ? null : undefined;
  if (setting.kind === 'flag') return parseFlag(text) ?? undefined;
  if (setting.kind === 'choice') return setting.of.find((known) => String(known) === text.toLowerCase());
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
