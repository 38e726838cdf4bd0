import { type SettingName, settingNames, settingsTable } from '../../contract/settings/index.ts';

/** A sentence about each setting. */
export type SettingHelp = Readonly<Record<SettingName, string>>;

export const settingHelpEn = Object.fromEntries(
  settingNames.map((name) => [name, settingsTable.settings[name].description]),
) as SettingHelp;
