export { watchMemory } from './memory-watch.ts';
export { watchTime } from './time-watch.ts';
