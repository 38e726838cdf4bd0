import type { AddressRule } from './address-rule.ts';

const maxLength = 2048;

/** Reads the URL of a callback as a client sent it, or returns what is wrong with it. */
export function readCallbackUrl(text: string, rule: AddressRule): { url: string } | { problem: string } {
  if (text.length > maxLength) return { problem: `Must have at most ${maxLength} characters.` };
  // The parser removes line breaks instead of refusing them.
  if (!/^[\x21-\x7e]+$/.test(text)) return { problem: 'Must have visible ASCII characters only.' };
  if (!URL.canParse(text)) return { problem: 'Must be a URL with http or https.' };
  const url = new URL(text);
  const problem = rule.problemOf(url);
  url.hash = '';
  return problem === null ? { url: url.href } : { problem };
}
