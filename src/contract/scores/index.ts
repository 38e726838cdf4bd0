export { parseScore, parseScoreLink, type ScoreReference } from './score-link.ts';
