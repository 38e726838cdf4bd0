import { variableNames } from '../../config.ts';
import type { Log } from '../../log.ts';
import { readEnvFile } from '../wiring/env-file.ts';

/** NAME=value with or without `export`; a quoted value may have several lines. */
const entry = /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?:(["'`])[\s\S]*?\2.*|.*)$/gm;

/**
 * Finds lines of the `.env` file that have no effect: those that are not NAME=value, and names that are almost those of a
 * variable. Other names are not mistakes, because other programs may read the same file.
 */
export function findEnvFileMistakes(folder: string = process.cwd()): string[] {
  const text = readEnvFile(folder) ?? '';
  const names: string[] = [];
  const rest = text.replace(entry, (lines, name: string) => {
    names.push(name);
    return lines.replace(/.+/g, '');
  });
  // The line itself is not repeated, because it may contain a secret.
  const invalid = rest.split('\n').flatMap((line, i) => (/^\s*(#|$)/.test(line) ? [] : [i + 1]));
  return [
    ...invalid.map((number) => `Line ${number} of .env is not NAME=value.`),
    ...names.flatMap((name) => {
      const meant = similarVariable(name);
      return meant === null ? [] : [`.env has ${name}. Did you mean ${meant}?`];
    }),
  ];
}

export function warnAboutEnvFile(log: Log): void {
  for (const mistake of findEnvFileMistakes()) log.warn({ mistake }, 'a line of .env has no effect');
}

/** The variable that a name is a misspelling of; null if there is none, or it is a variable itself. */
function similarVariable(name: string): string | null {
  const known = variableNames();
  if (known.includes(name)) return null;
  const written = name.toUpperCase();
  return known.find((other) => editDistance(written, other) <= (other.length < 8 ? 1 : 2)) ?? null;
}

/** The number of characters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, above[j]! + 1, row[j - 1]! + 1);
    }
  }
  return row[b.length]!;
}
