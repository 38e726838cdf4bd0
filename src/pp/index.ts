export type { Pp, RatedMap, ScoredPlay, ScoredResult } from './pp.ts';
export { createRosuPp, ppVersion } from './rosu-pp.ts';
