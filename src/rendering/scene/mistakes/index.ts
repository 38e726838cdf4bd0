export { createMistakeMarks, drawMistakeMarks, type MistakeMarks } from './mistake-marks.ts';
export { createMistakePictures, drawMistakePicture, type MistakePictures } from './mistake-picture.ts';
export { lineLengths, ringWidth, strokeImages } from './strokes.ts';
