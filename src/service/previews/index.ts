export { createPreviewDrawer, type DrawerOptions, type DrawPreview, type PreviewTask } from './draw.ts';
export { createSkinPreviews, type Preview, type SkinPreviews, type SkinPreviewsOptions } from './skin-previews.ts';
