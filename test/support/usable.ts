import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './live-page.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that the page does not overflow a wide or a narrow screen, and that axe finds no violation of WCAG 2.2 AA on
 * either, in either theme. The second theme differs in its colours only.
 */
export async function expectUsable(page: Page): Promise<void> {
  await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // As high as the page: a bar that is fixed to the screen would cover a part of whatever control is below it.
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    await page.setViewportSize({ width, height: Math.max(800, height) });
    // Charts follow the width a moment later.
    await until(page, 'document.documentElement.scrollWidth <= innerWidth');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, { type: 'tag', values: standards }), `${width} px, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await violations(page, { type: 'rule', values: colourRules }), `${width} px, light`).toEqual([]);
  }
}

async function violations(page: Page, runOnly: { type: 'tag' | 'rule'; values: readonly string[] }) {
  const options = { runOnly, resultTypes: ['violations'] };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
}
