import { defaultSettings, isSubmittedSettings } from '../../contract/settings/index.ts';
import { showStatus } from '../components/status-message.tsx';
import { linkTo } from '../link-to.ts';
import { navigate } from '../router.ts';
import { readPreference, storePreference, useStoredPreference } from '../stored-preference.ts';
import { words } from '../words/index.ts';

/** Makes a skin the one of the next videos. */
export function chooseSkin(skin: string): void {
  const options = readPreference('options', isSubmittedSettings) ?? defaultSettings;
  storePreference('options', { ...options, skin });
  showStatus(words.skins.chosen(skin));
}

/** Makes the built-in skin the one of the next videos if it was this one, which does not exist any more. */
export function stopUsingSkin(skin: string): void {
  const options = readPreference('options', isSubmittedSettings);
  if (options?.skin === skin) storePreference('options', { ...options, skin: defaultSettings.skin });
}

/** Chooses a skin and opens the page where videos begin. */
export function makeVideoWithSkin(skin: string): void {
  chooseSkin(skin);
  navigate(linkTo('/'));
}

/** The skin of the next videos. */
export function useChosenSkin(): string {
  return useStoredPreference('options', defaultSettings, isSubmittedSettings)[0].skin;
}
