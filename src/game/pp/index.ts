export type { PlayRating, PpCalculator, RatedMap, ScoredPlay, ScoredResult, Strains } from './pp.ts';
export { createRosuPp, ppVersion } from './rosu-pp.ts';
