import type { Line } from '../text-format/sections.ts';
import { limits } from './limits.ts';

/** Puts the values of `[Variables]` in their places, by plain text, once and the longest name first (rule SB6). */
export function createVariableReplacer(
  lines: readonly Line[],
  warn: (line: number, says: string) => void,
): (text: string) => string {
  const values = new Map<string, string>();
  for (const { number, text } of lines) {
    const [, name, value] = /^\s*\$(\w{1,32})=(.*)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, value);
    else warn(number, `Not a variable: ${text.slice(0, 80)}`);
  }
  if (values.size === 0) return (text) => text;
  return (text) => {
    if (!text.includes('$')) return text;
    let room = limits.lineChars;
    return text.replace(/\$(\w{1,32})/g, (written, word: string) => {
      for (let length = word.length; length > 0; length--) {
        const value = values.get(word.slice(0, length));
        if (value === undefined) continue;
        // Doubling variables must not make a line grow beyond what a file may hold.
        room -= value.length;
        return room < 0 ? '' : value + word.slice(length);
      }
      return written;
    });
  };
}
