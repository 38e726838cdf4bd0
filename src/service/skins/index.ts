export { listStoredSkins, removeSkin } from './inventory.ts';
export { readMissingSkinDetails } from './skin-details.ts';
export { previewFolder, skinKey } from './skin-name.ts';
export { createSkins, type Skins } from './skins.ts';
export { createUploadedSkins, type UnusedSkin, type UploadedSkins } from './uploaded-skins.ts';
