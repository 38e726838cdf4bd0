import { type SettingName, settingNames, settingsTable } from '../../contract/settings/index.ts';

/** A sentence about each setting. */
export type SettingHelp = Readonly<Record<SettingName, string>>;

const descriptions = Object.fromEntries(
  settingNames.map((name) => [name, settingsTable.settings[name].description]),
) as SettingHelp;

export const settingHelpEn: SettingHelp = {
  ...descriptions,
  // The descriptions name the numbers of the API; the page shows percentages.
  volume: '0% is silent, 100% is normal.',
  intro_dim: 'Background dim until the first object. By default as during play.',
  break_dim: 'Background dim during breaks. By default a little brighter than during play.',
  background_blur: 'Blur of the background image.',
};
