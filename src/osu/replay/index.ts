export { firstLazerVersion, readReplayHeader } from './header.ts';
export { readReplay } from './read-replay.ts';
export { requireRenderable, requireRenderableHeader } from './renderable.ts';
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
