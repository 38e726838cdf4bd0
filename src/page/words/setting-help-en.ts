import { settingsTable } from '../../contract/settings/index.ts';
import { type LabelledSetting, settingsEn } from './settings-en.ts';

/** A sentence about each setting. */
export type SettingHelp = Readonly<Record<LabelledSetting, string>>;

const descriptions = Object.fromEntries(
  (Object.keys(settingsEn) as LabelledSetting[]).map((name) => [name, settingsTable.settings[name].description]),
) as SettingHelp;

export const settingHelpEn: SettingHelp = {
  ...descriptions,
  // The descriptions name the words and numbers of the API; the page shows labels and percentages.
  moments:
    'Shows only moments of the play: each mistake with two seconds before and after it, the hardest 20 seconds, the longest hard passage without a mistake, highlights cut on the beat, or the first miss. With a clip, only those in the clip. Not for several replays.',
  volume: '0% is silent, 100% is normal.',
  intro_dim: 'Background dim until the first object. By default as during play.',
  break_dim: 'Background dim during breaks. By default a little brighter than during play.',
  background_blur: 'Blur of the background image.',
};
