import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prepareRender } from '../../src/rendering/render/index.ts';
import { modPlays, sectionPlays } from '../support/mod-plays.ts';
import { buildRequest } from '../support/test-render.ts';

// Each mod and each section with the built-in skin, as images of 16×9 fields of mean colours: small enough to read in a
// diff, and large enough that a missing or misplaced element shows.

const size = { width: 640, height: 360 };
const field = 40;
/** How much a mean may differ, because machines round sines differently. */
const tolerance = 2;

const plays = [
  ...modPlays.map(([name, parts, times]) => [`mod-${name}`, parts, times] as const),
  ...sectionPlays.map(([name, parts, times]) => [`section-${name}`, parts, times] as const),
];

test.each(plays)('%s', async (name, parts, times) => {
  const prepared = await prepareRender(buildRequest({ ...parts, options: { ...size, ...parts.options } }));
  try {
    const stills: string[] = [];
    for (const t of times) {
      await prepared.renderer.draw(t);
      stills.push(`at ${t}\n${fieldsOf(prepared.renderer.compositor.rgba())}`);
    }
    expectLike(`${stills.join('\n\n')}\n`, new URL(`../golden/still-${name}.txt`, import.meta.url));
  } finally {
    await prepared.renderer.close();
  }
});

/** Rows of hexadecimal colours. */
function fieldsOf({ pixels, strideBytes }: { pixels: Uint8Array; strideBytes: number }): string {
  const rows: string[] = [];
  for (let top = 0; top < size.height; top += field) {
    const row: string[] = [];
    for (let left = 0; left < size.width; left += field) row.push(meanOf(left, top));
    rows.push(row.join(' '));
  }
  return rows.join('\n');

  function meanOf(left: number, top: number): string {
    let [red, green, blue] = [0, 0, 0];
    for (let y = top; y < top + field; y++) {
      const first = y * strideBytes + left * 4;
      for (let at = first; at < first + field * 4; at += 4) {
        red += pixels[at]!;
        green += pixels[at + 1]!;
        blue += pixels[at + 2]!;
      }
    }
    return [red, green, blue]
      .map((sum) =>
        Math.round(sum / field ** 2)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('');
  }
}

/** A missing golden file is written, but not in CI. */
function expectLike(stills: string, file: URL): void {
  if (!existsSync(file) && !process.env.CI) writeFileSync(file, stills);
  const expected = readFileSync(file, 'utf8');
  const isLike = stills.length === expected.length && levelsApart(stills, expected) <= tolerance;
  // Compare the whole text: its diff says more than a number.
  if (!isLike) expect(stills).toBe(expected);
}

function levelsApart(ones: string, others: string): number {
  const [a, b] = [ones, others].map((text) =>
    text.match(/\b[0-9a-f]{6}\b/g)!.flatMap((colour) => colour.match(/../g)!),
  );
  return Math.max(...a!.map((level, at) => Math.abs(Number.parseInt(level, 16) - Number.parseInt(b![at]!, 16))));
}
