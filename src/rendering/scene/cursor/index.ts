export { type Cursor, createCursor, drawCursor } from './cursor.ts';
export { type CursorPath, createCursorPath, cursorAt, delayedCursorAt } from './cursor-path.ts';
export { drawSmoke } from './smoke.ts';
