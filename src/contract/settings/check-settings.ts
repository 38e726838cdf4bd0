import { expectedOf, isValueOf, type Setting } from './setting.ts';
import { fieldNames, type SettingName, type SubmittedSettings, settingsTable } from './settings-table.ts';

/** The row of the table with this name; null if there is none. */
export function findSetting(name: string): Setting | null {
  return Object.hasOwn(settingsTable.settings, name) ? settingsTable.settings[name as SettingName] : null;
}

/** What is wrong with each member of a JSON object of settings. An empty list means that all of them are valid. */
export function settingErrors(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const setting = findSetting(name);
    if (setting === null) return [unknownSetting(name)];
    return isValueOf(setting, value) ? [] : [invalidSetting(name, setting)];
  });
}

export function unknownSetting(name: string): string {
  return `There is no setting ${JSON.stringify(name)}.`;
}

export function invalidSetting(name: string, setting: Setting): string {
  return `${name} must be ${expectedOf(setting)}.`;
}

/** Whether a value has a valid value for every form field, valid settings, and nothing else. */
export function isSubmittedSettings(value: unknown): value is SubmittedSettings {
  if (!isObject(value)) return false;
  const { settings, ...fields } = value;
  return (
    isObject(settings) &&
    settingErrors(settings).length === 0 &&
    Object.keys(fields).length === fieldNames.length &&
    fieldNames.every((name) => isValueOf(settingsTable.fields[name], fields[name]))
  );
}

/** Whether a value is an object and no array, as a JSON object is. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
