export { type CostlyMistake, type CostRating, costsOf } from './costs.ts';
export { findMistakes } from './find-mistakes.ts';
export type { Cause, FoundMistake, Mistake } from './mistake.ts';
export { outsidePx } from './outside-px.ts';
export { type PublishedMistake, type PublishedMoment, publishedMistake } from './published-mistake.ts';
