export { type ElementName, type ElementRule, elements } from './elements.ts';
export type { Font, FontName, Glyph } from './font.ts';
export { hasGameplayElements } from './gameplay-elements.ts';
export type { HitSoundName } from './hit-sound.ts';
export { createSkin, type Skin, type SkinChoices, type SkinElement, type SkinLayers } from './skin.ts';
export { type FontSettings, type ParsedSkinIni, parseSkinIni, type SkinColours, type SkinIni } from './skin-ini.ts';
export {
  createSkinSource,
  findSkinIni,
  type SkinImage,
  type SkinSound,
  type SkinSource,
  type SourceName,
} from './skin-source.ts';
