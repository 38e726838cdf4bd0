export { parseScore, parseScoreLink, type ScoreName } from './score-link.ts';
