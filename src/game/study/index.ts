export { type Example, type ListedPlay, type PlayOrder, playOrders, sortPlays } from './listed-play.ts';
export type { Progress } from './progress.ts';
export { replayIdentity } from './replay-identity.ts';
export {
  type CauseShare,
  createStudy,
  type PlayerReport,
  type SkippedFile,
  type Study,
  type StudyReport,
} from './study.ts';
export { type PlayFiles, type StudiedPlay, studyPlay } from './study-play.ts';
