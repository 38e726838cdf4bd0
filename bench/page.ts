import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { JobCreated } from '../src/contract/index.ts';
import { startChromium } from '../test/support/chromium.ts';
import { type ServeProcess, startServeProcess } from '../test/support/serve.ts';
import { sharedData } from '../test/support/shared-data.ts';
import { median } from './median.ts';
import { type Clip, clips } from './render/clips.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const wantedMs = 10;

/**
 * What a picture of the live player costs at 1080p, in the worker of a real browser, while a real play is played in real
 * time. One JSON object a line, then a table of what is wanted.
 */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays here, so nothing is measured.');
  const browser = await startChromium();
  if (browser === null) return;
  const service = await startServeProcess({ env: { BEATMAP_MIRRORS: '' } });
  try {
    const lines: string[] = [];
    for (const clip of clips) {
      const numbers = await measure(clip, { data: sharedData, browser, service });
      console.log(JSON.stringify({ bench: 'page', clip: clip.name, ...numbers }));
      lines.push(
        clip.name,
        row('a picture, median', numbers.medianMs, 'ms', `at most ${wantedMs}`),
        row('a picture, 95 of 100', numbers.p95Ms, 'ms'),
        row('pictures a second', numbers.framesPerSecond, '', '60'),
      );
    }
    console.log(`\n${lines.join('\n')}`);
  } finally {
    await browser.close();
    await service.remove();
  }
}

function row(what: string, value: number, unit: string, wanted = ''): string {
  return `  ${what.padEnd(40)}${value.toFixed(2).padStart(8)} ${unit.padEnd(6)}${wanted}`;
}

/** Keeps what the stage says of every picture. */
const counting = `
  window.costs = [];
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => data.kind === 'drawn' && window.costs.push(data.ms));
    }
  };
`;

async function measure(clip: Clip, { data, browser, service }: { data: string; browser: Browser; service: ServeProcess }) {
  const id = await submit(clip, data, service.url);
  const page = await browser.newPage();
  await page.addInitScript({ content: counting });
  await page.goto(`${service.url}/view/${id}`);
  const seek = page.locator('.controls:not([disabled]) .seek');
  await seek.waitFor({ timeout: 120_000 });
  await seek.fill(String(clip.start));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // Pictures of the skin are decoded when they are needed first.
  await page.waitForTimeout(1_000);
  const costs = await costsOf(page, seconds);
  await page.close();
  const sorted = costs.toSorted((a, b) => a - b);
  return {
    seconds,
    frames: costs.length,
    medianMs: median(costs),
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    framesPerSecond: costs.length / seconds,
  };
}

async function costsOf(page: Page, seconds: number): Promise<number[]> {
  await page.evaluate('void (window.costs.length = 0)');
  await page.waitForTimeout(seconds * 1000);
  return (await page.evaluate('window.costs')) as number[];
}

async function submit(clip: Clip, data: string, url: string): Promise<string> {
  const [replay, set] = await Promise.all([readFile(join(data, clip.replay)), readFile(join(data, clip.set))]);
  const form = new FormData();
  form.set('replay', new File([Uint8Array.from(replay)], 'play.osr'));
  form.set('beatmap', new File([Uint8Array.from(set)], 'set.osz'));
  const response = await fetch(`${url}/v1/render`, { method: 'POST', body: form });
  if (response.status !== 202) throw new Error(await response.text());
  return ((await response.json()) as JobCreated).job_id;
}
