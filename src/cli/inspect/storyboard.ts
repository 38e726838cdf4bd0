import { parseStoryboard, type Storyboard } from '../../game/storyboard/index.ts';
import { type Inspection, songTime, tally, warningFacts } from './inspection.ts';
import type { Facts } from './outline.ts';

export function inspectStoryboard(bytes: Uint8Array): Inspection {
  const { storyboard, warnings } = parseStoryboard(bytes);
  return {
    facts: [
      ['storyboard', '', storyboardFacts(storyboard)],
      ['warnings', warnings.length, warningFacts(warnings)],
    ],
    refusal: null,
  };
}

/** Returns no facts for an empty storyboard. */
export function storyboardFacts({ sprites, videos, samples }: Storyboard): Facts {
  if (sprites.length + videos.length + samples.length === 0) return [];
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const { timeline } of sprites) {
    start = Math.min(start, timeline.lifetime?.start ?? start);
    end = Math.max(end, timeline.lifetime?.end ?? end);
  }
  return [
    ['sprites', sprites.length],
    ['layers', tally(sprites.map(({ layer }) => layer))],
    ['animations', sprites.filter(({ animation }) => animation !== null).length],
    ['images', new Set(sprites.map(({ file }) => file.toLowerCase())).size],
    ['videos', videos.length],
    ['samples', samples.length],
    ['triggers', sprites.reduce((sum, { timeline }) => sum + timeline.triggers.length, 0)],
    ['song time', start <= end ? `${songTime(start)} to ${songTime(end)}` : null],
  ];
}
