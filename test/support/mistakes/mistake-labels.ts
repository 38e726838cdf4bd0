import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cause, FoundMistake } from '../../../src/game/mistakes/index.ts';
import type { JudgedPart } from '../../../src/game/play/index.ts';

/** The cause that a person saw in the picture of a mistake. If an object has several such parts, the first one is meant. */
export type MistakeLabel = readonly [object: number, part: JudgedPart, cause: Cause];

/** Labels by the id of a pair. */
export type MistakeLabels = ReadonlyMap<string, readonly MistakeLabel[]>;

/** Reads the labels of all files of a folder. Different people can have labelled the same mistake. */
export function readMistakeLabels(folder: string): MistakeLabels {
  const labels = new Map<string, readonly MistakeLabel[]>();
  for (const file of readdirSync(folder).sort()) {
    const read = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, MistakeLabel[]>;
    for (const [id, list] of Object.entries(read)) labels.set(id, [...(labels.get(id) ?? []), ...list]);
  }
  return labels;
}

/** The labels that are not what was found: `#1 circle: aim, found timing`. */
export function disagreements(labels: readonly MistakeLabel[], found: readonly FoundMistake[]): string[] {
  return labels.flatMap(([object, part, cause]) => {
    const mistake = found.find((other) => other.object === object && other.part === part);
    if (mistake?.cause === cause) return [];
    return [`#${object} ${part}: ${cause}, found ${mistake?.cause ?? 'no mistake'}`];
  });
}
