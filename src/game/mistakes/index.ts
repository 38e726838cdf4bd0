export { byCost, type CostlyMistake, type CostRating, costsOf, rateMistakes } from './costs.ts';
export { findMistakes } from './find-mistakes.ts';
export { joinSliders, type MistakeEntry } from './join-sliders.ts';
export type { Cause, FoundMistake, Mistake } from './mistake.ts';
export { outsidePx } from './outside-px.ts';
export { type PublishedMistake, type PublishedMoment, publishedMistake } from './published-mistake.ts';
