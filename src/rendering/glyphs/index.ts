export { type GlyphBitmap, pageFileName, readPage } from './page.ts';
export { createTypeface, type GlyphPicture, type LoadedTypeface, pagesFor } from './typeface.ts';
