import { lookSettings } from './look-settings.ts';
import { outputSettings } from './output-settings.ts';
import { expectedOf, isValueOf, type Setting, type SettingValue, type ValueOf } from './setting.ts';

/**
 * Everything the form field `settings` may hold, beyond the fields the specification has. The defaults are its look. A row
 * here is checked, stored, documented and offered by the command line; whoever obeys it reads the option of the same name
 * in camel case (`cursor_size` is `cursorSize`).
 */
export const settingsTable = {
  ...outputSettings,
  ...lookSettings,
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settingsTable;

/** A value for every setting. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof settingsTable)[Name]> };

/** What a client asked for; everything else is as the table says. */
export type ChosenSettings = Partial<Settings>;

/** The same under the names the renderer knows them by. */
export type SettingOptions = { readonly [Name in SettingName as Camel<Name>]: Settings[Name] };

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** Every setting, chosen or not, in the renderer's words. */
export function settingOptionsOf(chosen: ChosenSettings): SettingOptions {
  const entries = Object.entries<Setting>(settingsTable).map(([name, { default: preset }]) => [
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    chosen[name as SettingName] ?? preset,
  ]);
  return Object.fromEntries(entries);
}

export interface SettingError {
  /** As it was sent, cut where it is endless. */
  readonly name: string;
  readonly message: string;
}

/** More mistakes than this help nobody to find the first. */
const mostErrors = 16;
const longestName = 64;

/** The settings an object asks for, or what is wrong with it. */
export function checkSettings(
  asked: Readonly<Record<string, unknown>>,
): { readonly settings: ChosenSettings } | { readonly errors: readonly SettingError[] } {
  const errors: SettingError[] = [];
  const settings: Record<string, SettingValue> = {};
  for (const [name, value] of Object.entries(asked)) {
    const setting = settingOf(name);
    if (setting !== null && isValueOf(setting, value)) settings[name] = value;
    else errors.push({ name: name.slice(0, longestName), message: mistakeIn(name, setting) });
  }
  return errors.length === 0 ? { settings } : { errors: errors.slice(0, mostErrors) };
}

/** Null: there is none of that name. */
export function settingOf(name: string): Setting | null {
  return Object.hasOwn(settingsTable, name) ? settingsTable[name as SettingName] : null;
}

function mistakeIn(name: string, setting: Setting | null): string {
  if (setting !== null) return `${name} must be ${expectedOf(setting)}.`;
  return `There is no setting ${JSON.stringify(name.slice(0, longestName))}.`;
}
