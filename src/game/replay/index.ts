export { firstLazerVersion, readReplayHeader } from './header.ts';
export { type ReplayFrame, readFrame } from './read-frame.ts';
export { readReplay } from './read-replay.ts';
export type {
  ByteSpan,
  HitCounts,
  LazerMod,
  LifePoint,
  Replay,
  ReplayFrames,
  ReplayHeader,
  ScoreInfo,
} from './replay.ts';
export { requireRenderable, requireRenderableHeader } from './require-renderable.ts';
export type { WritableReplay } from './write-replay.ts';
export { writeReplay } from './write-replay.ts';
