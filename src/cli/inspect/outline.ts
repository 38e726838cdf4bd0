import { stripControlCharacters } from '../output/table.ts';

/** Labelled values that describe a file; a fact may have details below it. */
export type Facts = readonly Fact[];
export type Fact = readonly [label: string, value: string | number | boolean | null, below?: Facts];

/** Formats facts as indented text with aligned values. Facts whose value is null and that have no details are left out. */
export function formatFacts(facts: Facts, indent = ''): string {
  const shown = facts.filter(([, value, below]) => value !== null || (below !== undefined && below.length > 0));
  const width = Math.max(0, ...shown.map(([label]) => label.length)) + 2;
  return shown
    .map(([label, value, below]) => {
      const text = value === null ? '' : stripControlCharacters(String(value));
      return `${`${indent}${stripControlCharacters(label).padEnd(width)}${text}`.trimEnd()}\n${below ? formatFacts(below, `${indent}  `) : ''}`;
    })
    .join('');
}
