import { parseNumberIn } from '../text-format/fields.ts';

const comma = 0x2c;

/**
 * The fields of a command's line, between commas. One object reads all lines of a storyboard, and numbers are parsed where
 * they are, because large storyboards have hundreds of thousands of commands.
 */
export class CommandFields {
  /** How many fields the line has. */
  count = 0;
  private line = '';
  /** Field `i` is between the commas at `commas[i]` and `commas[i + 1]`; the ends of the line count as commas. */
  private readonly commas: number[] = [];
  private values = new Float64Array(8);

  /** Reads the fields of a line from a position on. */
  read(line: string, start: number): void {
    this.line = line;
    this.count = 0;
    this.commas[0] = start - 1;
    for (let at = start; at < line.length; at++) {
      if (line.charCodeAt(at) === comma) this.commas[++this.count] = at;
    }
    this.commas[++this.count] = line.length;
  }

  /** A field's text without spaces around it; empty if the field is missing. */
  text(index: number): string {
    return index < this.count ? this.line.slice(this.commas[index]! + 1, this.commas[index + 1]!).trim() : '';
  }

  /** The numbers of some fields, which the next call overwrites; null if any is missing or not within `max` of 0. */
  numbers(first: number, count: number, max: number): Float64Array | null {
    if (this.values.length < count) this.values = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const value = this.number(first + index);
      if (!(Math.abs(value) <= max)) return null;
      this.values[index] = value;
    }
    return this.values;
  }

  /** A field's number; NaN for a missing, empty or malformed field. */
  number(index: number): number {
    if (index >= this.count) return Number.NaN;
    return parseNumberIn(this.line, this.commas[index]! + 1, this.commas[index + 1]!);
  }
}
