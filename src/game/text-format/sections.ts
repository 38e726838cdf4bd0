import { Failure, type FailureCode } from '../../failure.ts';

/** A line that is neither blank nor a comment. */
export interface Line {
  /** Line number in the file, from 1. */
  readonly number: number;
  /** Without the line end. Indentation is kept: in [Events] it marks nested commands. */
  readonly text: string;
}

/** The lines of a .osu or .osb file, grouped by section. */
export interface Sections {
  /** From `osu file format vN`; null if that line is missing or malformed. */
  readonly version: number | null;
  /** By lower-case section name; sections with the same name are joined. */
  readonly lines: ReadonlyMap<string, readonly Line[]>;
}

/** Limits on the size of a text file, and the failure code for a file that exceeds them. */
export interface TextLimits {
  readonly maxLineChars: number;
  readonly maxLines: number;
  readonly failureCode: FailureCode;
}

/** Splits a .osu or .osb file into sections, without comments and blank lines. */
export function splitSections(text: string, limits: TextLimits): Sections {
  requireWithinLimits(text, limits);
  const sections = new Map<string, Line[]>();
  let current: Line[] | null = null;
  let inMetadata = false;
  let version: number | null = null;
  let number = 0;
  for (const line of splitLines(text)) {
    number++;
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('//')) continue;
    const name = trimmed.startsWith('[') ? /^\[(\w+)\]$/.exec(trimmed)?.[1]?.toLowerCase() : undefined;
    if (name !== undefined) {
      current = sections.get(name) ?? [];
      inMetadata = name === 'metadata';
      sections.set(name, current);
    } else if (current !== null) {
      current.push({ number, text: (inMetadata ? line : withoutComment(line)).trimEnd() });
    } else {
      version ??= parseFormatVersion(trimmed);
    }
  }
  return { version, lines: sections };
}

/** Splits at CR, LF or CR LF. */
function* splitLines(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g;
  let start = 0;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(start, end.index);
    start = ends.lastIndex;
  }
  yield text.slice(start);
}

/** Removes a trailing comment. Not used in [Metadata], where a title may contain two slashes. */
function withoutComment(line: string): string {
  const comment = line.indexOf(' //');
  return comment < 0 ? line : line.slice(0, comment);
}

function parseFormatVersion(line: string): number | null {
  const digits = /^\ufeff?osu file format v(\d{1,4})/.exec(line)?.[1];
  return digits === undefined ? null : Number(digits);
}

function requireWithinLimits(text: string, limits: TextLimits): void {
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
  if (longest > limits.maxLineChars) {
    throw new Failure(limits.failureCode, `A line has ${longest} characters; the limit is ${limits.maxLineChars}.`);
  }
  if (lines > limits.maxLines) {
    throw new Failure(limits.failureCode, `The file has ${lines} lines; the limit is ${limits.maxLines}.`);
  }
}
