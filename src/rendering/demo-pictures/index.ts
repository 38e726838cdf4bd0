export { drawSkinPreview } from './draw-skin-preview.ts';
