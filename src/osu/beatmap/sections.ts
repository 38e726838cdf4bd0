import { Failure } from '../../failure.ts';
import { limits } from './limits.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its line end; indentation kept, because it has a meaning in [Events]. */
  readonly text: string;
}

export interface Sections {
  /** From `osu file format vN`; null when that line is missing or unreadable. */
  readonly version: number | null;
  /** By name in lower case; a section written twice continues. */
  readonly lines: ReadonlyMap<string, readonly Line[]>;
}

/** Cuts a file into its sections, without comments and blank lines, and refuses what is too large to be a map. */
export function splitSections(text: string): Sections {
  refuseUnwieldy(text);
  const sections = new Map<string, Line[]>();
  let current: Line[] | null = null;
  let version: number | null = null;
  const all = text.split(/\r\n|\r|\n/);
  for (let i = 0; i < all.length; i++) {
    const line = all[i]!;
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('//')) continue;
    const name = /^\[(\w+)\]$/.exec(trimmed)?.[1]?.toLowerCase();
    if (name !== undefined) {
      current = sections.get(name) ?? [];
      sections.set(name, current);
    } else if (current !== null) {
      current.push({ number: i + 1, text: line.trimEnd() });
    } else {
      version ??= versionOf(trimmed);
    }
  }
  return { version, lines: sections };
}

function versionOf(line: string): number | null {
  const digits = /^\ufeff?osu file format v(\d{1,4})/.exec(line)?.[1];
  return digits === undefined ? null : Number(digits);
}

function refuseUnwieldy(text: string): void {
  let lines = 1;
  let longest = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 10;
    if (code !== 10 && code !== 13) continue;
    lines++;
    if (i - start > longest) longest = i - start;
    start = i + 1;
  }
  if (longest > limits.lineChars) {
    throw new Failure('beatmap/too-large', `A line has ${longest} characters, at most ${limits.lineChars} are read.`);
  }
  if (lines > limits.lines) {
    throw new Failure('beatmap/too-large', `The file has ${lines} lines, at most ${limits.lines} are read.`);
  }
}
