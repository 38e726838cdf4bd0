import { Failure, type FailureCode } from '../../failure.ts';

/** A line that is neither blank nor a comment. */
export interface Line {
  /** Line number in the file, from 1. */
  readonly number: number;
  /** Without the line end. Indentation is kept: in [Events] it marks nested commands. */
  readonly text: string;
}

/** The lines of a section, in order. */
export interface Lines extends Iterable<Line> {
  readonly length: number;
}

/** The lines of a .osu or .osb file, grouped by section. */
export interface Sections {
  /** From `osu file format vN`; null if that line is missing or malformed. */
  readonly version: number | null;
  /** By lower-case section name; sections with the same name are joined. */
  readonly lines: ReadonlyMap<string, Lines>;
}

/** Limits on the size of a text file, and the failure code for a file that exceeds them. */
export interface TextLimits {
  readonly maxLineChars: number;
  readonly maxLines: number;
  readonly failureCode: FailureCode;
}

/** Splits a .osu or .osb file into sections, without comments and blank lines. */
export function splitSections(text: string, { maxLines, maxLineChars, failureCode }: TextLimits): Sections {
  const sections = new Map<string, LinePositions>();
  const reader = new LineReader(text);
  let current: LinePositions | null = null;
  let version: number | null = null;
  while (reader.next()) {
    const { number, start, end } = reader;
    if (number > maxLines) throw new Failure(failureCode, `The file has more than ${maxLines} lines.`);
    if (end - start > maxLineChars)
      throw new Failure(failureCode, `A line has ${end - start} characters; the limit is ${maxLineChars}.`);
    const content = startOfContent(text, start, end);
    if (content === end || text.startsWith('//', content)) continue;
    const name = text[content] === '[' ? sectionName(text.slice(content, end).trimEnd()) : undefined;
    if (name !== undefined) {
      current = sections.get(name) ?? new LinePositions(text, name === 'metadata');
      sections.set(name, current);
    } else if (current !== null) {
      current.add(number, start, end);
    } else {
      version ??= parseFormatVersion(text.slice(content, end));
    }
  }
  return { version, lines: sections };
}

/** Lines as positions in the text of their file: the lines of a large storyboard would take many megabytes. */
class LinePositions implements Lines {
  private readonly text: string;
  private readonly keepsComments: boolean;
  /** Number, start and end of each line. */
  private readonly positions: number[] = [];

  constructor(text: string, keepsComments: boolean) {
    this.text = text;
    this.keepsComments = keepsComments;
  }

  get length(): number {
    return this.positions.length / 3;
  }

  add(number: number, start: number, end: number): void {
    this.positions.push(number, start, end);
  }

  *[Symbol.iterator](): Generator<Line> {
    for (let i = 0; i < this.positions.length; i += 3) {
      const line = this.text.slice(this.positions[i + 1]!, this.positions[i + 2]!);
      yield { number: this.positions[i]!, text: (this.keepsComments ? line : withoutComment(line)).trimEnd() };
    }
  }
}

/** Finds the lines of a text, which end with CR, LF or CR LF. */
class LineReader {
  /** The line's number in the file, from 1. */
  number = 0;
  start = 0;
  end = -1;
  private readonly text: string;
  /** The next of each, so that the text is searched once. */
  private lineFeed = -1;
  private carriageReturn = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Moves to the next line; false after the last one. */
  next(): boolean {
    const { text } = this;
    this.start = this.end + 1;
    // CR LF is one line end.
    if (this.start > 0 && this.end === this.carriageReturn && this.lineFeed === this.start) this.start++;
    if (this.start > text.length) return false;
    if (this.lineFeed < this.start) this.lineFeed = positionOf('\n', text, this.start);
    if (this.carriageReturn < this.start) this.carriageReturn = positionOf('\r', text, this.start);
    this.end = Math.min(this.lineFeed, this.carriageReturn, text.length);
    this.number++;
    return true;
  }
}

function positionOf(character: string, text: string, start: number): number {
  const position = text.indexOf(character, start);
  return position < 0 ? Number.POSITIVE_INFINITY : position;
}

const [tab, space, tilde] = [9, 32, 126];

/** The position of the first character that is not white space; `end` for a blank line. */
function startOfContent(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text.charCodeAt(at) === space || text.charCodeAt(at) === tab)) at++;
  const code = text.charCodeAt(at);
  if (at === end || (code > space && code <= tilde)) return at;
  // Other characters may be white space of Unicode.
  return end - text.slice(at, end).trimStart().length;
}

function sectionName(line: string): string | undefined {
  return /^\[(\w+)\]$/.exec(line)?.[1]?.toLowerCase();
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
