export { createMistakePictures, drawMistakePicture, type MistakePictures } from './mistake-picture.ts';
export { lineLengths, ringWidth, strokeImages } from './strokes.ts';
