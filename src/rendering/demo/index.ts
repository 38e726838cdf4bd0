export { demoBeatmap } from './map/beatmap.ts';
export { playDemo } from './player/replay.ts';
