import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './page-actions.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** The rules whose result depends on the place and the size of elements, or on the elements that a narrow screen has. */
const layoutRules = ['target-size', 'scrollable-region-focusable', 'button-name', 'link-name', 'label', 'select-name'];

/**
 * Expects that the page does not overflow a wide or a narrow screen, and that axe finds no violation of WCAG 2.2 AA on
 * either, in either theme. All rules are checked once; for the second theme and the second width, those that can differ.
 */
export async function expectUsable(page: Page): Promise<void> {
  await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await fitTo(page, 1280);
  expect(await violations(page, { type: 'tag', values: standards }), '1280 px, dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(page, { type: 'rule', values: colourRules }), '1280 px, light').toEqual([]);
  await fitTo(page, 360);
  const rules = [...colourRules, ...layoutRules];
  expect(await violations(page, { type: 'rule', values: rules }), '360 px, light').toEqual([]);
}

async function fitTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  // As high as the page: a bar that is fixed to the screen would cover a part of whatever control is below it.
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  if (height > 800) await page.setViewportSize({ width, height });
  // Charts follow the width a moment later.
  await until(page, 'document.documentElement.scrollWidth <= innerWidth');
}

async function violations(page: Page, runOnly: { type: 'tag' | 'rule'; values: readonly string[] }) {
  const options = { runOnly, resultTypes: ['violations'] };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
}
