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
const targetMs = 10;

/**
 * Measures how long the live player takes per frame at 1080p in a real browser, while it plays a real replay in real time.
 * Prints one JSON object per line, then a table with the targets.
 */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('No real replays are available, so nothing was measured.');
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
        row('time per frame, median (ms)', numbers.medianMs, `at most ${targetMs}`),
        row('time per frame, 95th percentile (ms)', numbers.p95Ms),
        row('frames per second', numbers.framesPerSecond, '60'),
      );
    }
    console.log(`\n${lines.join('\n')}`);
  } finally {
    await browser.close();
    await service.remove();
  }
}

function row(label: string, value: number, target = ''): string {
  return `  ${label.padEnd(40)}${value.toFixed(2).padStart(8)}  ${target}`;
}

/** Records the draw time that the scene worker reports for every frame. */
const recordDrawTimes = `
  window.drawTimes = [];
  const OriginalWorker = window.Worker;
  window.Worker = class extends OriginalWorker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => data.kind === 'drawn' && window.drawTimes.push(data.ms));
    }
  };
`;

async function measure(
  clip: Clip,
  { data, browser, service }: { data: string; browser: Browser; service: ServeProcess },
) {
  const id = await submit(clip, data, service.url);
  const page = await browser.newPage();
  await page.addInitScript({ content: recordDrawTimes });
  await page.goto(`${service.url}/view/${id}`);
  const seek = page.locator('.controls:not([disabled]) .seek');
  await seek.waitFor({ timeout: 120_000 });
  await seek.fill(String(clip.start));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // Let the player decode the pictures of the skin first.
  await page.waitForTimeout(1_000);
  const drawTimes = await drawTimesOf(page, seconds);
  await page.close();
  const sorted = drawTimes.toSorted((a, b) => a - b);
  return {
    seconds,
    frames: drawTimes.length,
    medianMs: median(drawTimes),
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    framesPerSecond: drawTimes.length / seconds,
  };
}

async function drawTimesOf(page: Page, seconds: number): Promise<number[]> {
  await page.evaluate('void (window.drawTimes.length = 0)');
  await page.waitForTimeout(seconds * 1000);
  return (await page.evaluate('window.drawTimes')) as number[];
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
