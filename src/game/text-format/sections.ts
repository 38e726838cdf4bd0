import { Failure, type FailureCode } from '../../failure.ts';

/** A line with content. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its line end; indentation kept, because it has a meaning in [Events]. */
  readonly text: string;
}

/** The lines of a file by section. */
export interface Sections {
  /** From `osu file format vN`; null when that line is missing or unreadable. */
  readonly version: number | null;
  /** By name in lower case; a section written twice continues. */
  readonly lines: ReadonlyMap<string, readonly Line[]>;
}

/** A file beyond any of these is refused, with the code. */
export interface TextLimits {
  readonly maxLineChars: number;
  readonly maxLines: number;
  readonly failureCode: FailureCode;
}

/** Cuts a .osu or .osb into its sections, without comments and blank lines. */
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

/** Lines end with CR, LF or both. */
function* splitLines(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g;
  let start = 0;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(start, end.index);
    start = ends.lastIndex;
  }
  yield text.slice(start);
}

/** A comment may follow a line's content, except where titles are: one may well hold two slashes. */
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
    throw new Failure(limits.failureCode, `A line has ${longest} characters, at most ${limits.maxLineChars} are read.`);
  }
  if (lines > limits.maxLines) {
    throw new Failure(limits.failureCode, `The file has ${lines} lines, at most ${limits.maxLines} are read.`);
  }
}
