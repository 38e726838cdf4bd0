export { createScoreReplays, type ScoreReplays, ScoreUnavailable } from './score-replays.ts';
