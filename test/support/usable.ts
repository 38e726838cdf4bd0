import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that the page does not overflow the screen, and that axe finds no violation of WCAG 2.2 AA in either theme. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = (await page.evaluate(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })",
    )) as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })),
      colorScheme,
    ).toEqual([]);
  }
}
