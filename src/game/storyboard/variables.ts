import type { Lines } from '../text-format/sections.ts';
import type { Warn } from '../text-format/warnings.ts';
import { limits } from './limits.ts';

/** Creates a function that replaces the variables of `[Variables]` in a line, longest name first (rule SB6). */
export function createVariableReplacer(lines: Lines, warn: Warn): (text: string) => string {
  const values = new Map<string, string>();
  for (const { number, text } of lines) {
    const [, name, value] = /^\s*\$(\w{1,32})=(.*)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, value);
    else warn(number, `Skipped a malformed variable: ${text.slice(0, 80)}`);
  }
  if (values.size === 0) return (text) => text;
  return (text) => {
    if (!text.includes('$')) return text;
    let remainingChars = limits.maxLineChars;
    return text.replace(/\$(\w{1,32})/g, (written, word: string) => {
      for (let length = word.length; length > 0; length--) {
        const value = values.get(word.slice(0, length));
        if (value === undefined) continue;
        // Long values that are used many times must not exceed the limit on the length of a line.
        remainingChars -= value.length;
        return remainingChars < 0 ? '' : value + word.slice(length);
      }
      return written;
    });
  };
}
