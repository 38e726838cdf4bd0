export { listStoredSkins, removeSkin, type SkinInfo } from './inventory.ts';
export { previewFolder, skinKey } from './skin-name.ts';
export {
  type CheckedSkin,
  createSkins,
  type SkinStored,
  type Skins,
  type SkinsOptions,
  type SkinUpload,
} from './skins.ts';
