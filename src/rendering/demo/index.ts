export { demoBeatmap } from './map/beatmap.ts';
export { type DemoPlayer, demoPlayer, type Mistake } from './player/demo-player.ts';
export { playDemo } from './player/replay.ts';
