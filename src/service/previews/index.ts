export { createCardDrawer } from './card-drawer.ts';
export { createCoverResizer, type ResizeCover } from './cover-resizer.ts';
export { createJobCards, type JobCards } from './job-cards.ts';
export { createPreviewDrawer } from './preview-drawer.ts';
export { createSkinPreviews, type SkinPreviews } from './skin-previews.ts';
