export { watchMemory } from './memory-watch.ts';
