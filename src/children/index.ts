export { ChildError, type ChildErrorKind } from './child-error.ts';
export { isAlive } from './is-alive.ts';
export { type Child, type ChildOptions, runChild, startChild, type TaskOptions } from './run-child.ts';
export { serveChild } from './serve-child.ts';
