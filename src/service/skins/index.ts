export { listStoredSkins, removeSkin, type SkinInfo } from './inventory.ts';
export { readMissingSkinDetails, type SkinScanOptions } from './skin-details.ts';
export { previewFolder, skinKey } from './skin-name.ts';
export {
  createSkins,
  type SkinStored,
  type Skins,
  type SkinsOptions,
  type SkinUpload,
  type ValidatedSkin,
} from './skins.ts';
export { createUploadedSkins, type UnusedSkin, type UploadedSkins } from './uploaded-skins.ts';
