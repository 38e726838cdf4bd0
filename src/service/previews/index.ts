export { createPreviewDrawer, type DrawerOptions, type DrawPreview, type PreviewTask } from './preview-drawer.ts';
export { createSkinPreviews, type Preview, type SkinPreviews, type SkinPreviewsOptions } from './skin-previews.ts';
