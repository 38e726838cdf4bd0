import { type ElementName, elements } from './elements.ts';
import type { FontName } from './font.ts';
import type { HitSoundName } from './hit-sound.ts';
import { createSkin } from './skin.ts';
import type { SkinIni } from './skin-ini.ts';
import { createSkinSource } from './skin-source.ts';

const fonts: readonly FontName[] = ['hitCircle', 'score', 'combo', 'scoreEntry'];
const soundSets: readonly HitSoundName['set'][] = ['normal', 'soft', 'drum'];
const hitSounds: readonly HitSoundName['sound'][] = [
  'hitnormal',
  'hitwhistle',
  'hitfinish',
  'hitclap',
  'slidertick',
  'sliderslide',
  'sliderwhistle',
];
const otherSounds = ['combobreak', 'spinnerbonus', 'spinnerspin'];

/**
 * Whether a skin has any image or sound of a play. Without one, because it contains only menus, is packed in too many folders
 * or is no skin at all, a video has those of the default skin. Only the settings, such as the colours, are the skin's own.
 */
export function hasGameplayElements(files: readonly string[], ini: SkinIni): boolean {
  const skin = createSkin({ beatmap: null, user: null, default: createSkinSource('default', files, ini) });
  return (
    (Object.keys(elements) as ElementName[]).some((name) => skin.element(name) !== null) ||
    fonts.some((name) => skin.font(name) !== null) ||
    soundSets.some((set) => hitSounds.some((sound) => skin.hitSound({ set, sound, index: 0 }) !== null)) ||
    otherSounds.some((name) => skin.sound(name) !== null)
  );
}
