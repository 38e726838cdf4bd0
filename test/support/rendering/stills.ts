import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

// Pictures as 16×9 fields of mean colours: small enough to read in a diff, and large enough that a missing or misplaced
// element shows.

export const stillSize = { width: 640, height: 360 };
const field = 40;
/** How much a mean may differ, because machines round sines differently. */
const tolerance = 2;

/** A picture as rows of hexadecimal colours. */
export function stillOf({ pixels, strideBytes }: { pixels: Uint8Array; strideBytes: number }): string {
  const rows: string[] = [];
  for (let top = 0; top < stillSize.height; top += field) {
    const row: string[] = [];
    for (let left = 0; left < stillSize.width; left += field) row.push(meanOf(left, top));
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

/** Compares pictures with a golden file. A missing one is written, but not in CI. */
export function expectStills(name: string, pictures: readonly string[]): void {
  const stills = `${pictures.join('\n\n')}\n`;
  const file = new URL(`../../golden/stills/${name}.txt`, import.meta.url);
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
