export type { OrderBy } from './compare-standings.ts';
export { finalPlaces } from './final-places.ts';
export { type DropOut, type Knockout, type KnockoutRules, playKnockout } from './knockout.ts';
export { type Layout, maxReplaysOf, maxTogether } from './layout.ts';
export { type LiveOrder, liveOrder } from './live-order.ts';
export {
  type ComboBreak,
  displayedName,
  type JudgedPlay,
  mirrorFrames,
  type PlayerTrack,
  type Standing,
  standingAfter,
  type TrackTotals,
  trackOf,
} from './player-track.ts';
export { type ComparedMods, comparedMods, requireComparable } from './require-comparable.ts';
export { createMapCheck, type NamedReplay, namingFile, requireCount, requireOneMap } from './require-one-map.ts';
