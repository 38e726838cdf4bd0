export { type Cursor, createCursor, drawCursor } from './cursor.ts';
export { type CursorPath, cursorPath, laggingAt } from './cursor-path.ts';
export { drawSmoke } from './smoke.ts';
