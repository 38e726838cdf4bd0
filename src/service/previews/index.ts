export { type CardDrawerOptions, createCardDrawer } from './card-drawer.ts';
export { type CoverResizerOptions, createCoverResizer, type ResizeCover } from './cover-resizer.ts';
export { createJobCards, type JobCard, type JobCards, type JobCardsOptions } from './job-cards.ts';
export { createPreviewDrawer, type DrawerOptions, type DrawPreview, type PreviewTask } from './preview-drawer.ts';
export { createSkinPreviews, type Preview, type SkinPreviews, type SkinPreviewsOptions } from './skin-previews.ts';
