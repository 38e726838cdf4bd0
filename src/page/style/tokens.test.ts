import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.css') && name !== 'colours.css');
const declarations = (name: string) =>
  readFileSync(new URL(name, folder), 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .matchAll(/([a-z-]+):\s*([^;{}]+);/g);

/** What has to come from a token of colours.css. */
const isRhythm = /^((row-|column-)?gap|padding(-\w+)*|margin(-\w+)*|font-size|border-radius)$/;

test.each(files)('%s has no colour, distance, size of text, corner or duration of its own', (name) => {
  const own: string[] = [];
  for (const [, property = '', value = ''] of declarations(name)) {
    const hasColour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(value);
    const hasLength = isRhythm.test(property) && /(?<![\w.-])\d*\.?\d+rem/.test(value);
    const hasDuration = property === 'transition' && /\d(ms|s)\b/.test(value);
    if (hasColour || hasLength || hasDuration) own.push(`${property}: ${value}`);
  }
  expect(own).toEqual([]);
});
