export { type Cursor, createCursor, drawCursor } from './cursor.ts';
export { drawSmoke } from './smoke.ts';
export { type CursorWay, laggingAt, wayOf } from './way.ts';
