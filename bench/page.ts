import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { JobCreated } from '../src/contract/index.ts';
import { startChromium } from '../test/support/browser/chromium.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { newClient } from '../test/support/http/requests.ts';
import { type ServeProcess, startServeProcess } from '../test/support/processes/serve-process.ts';
import { median } from './median.ts';
import { measureMistakes } from './page/mistakes.ts';
import { measureSoundDelay } from './page/sound-delay.ts';
import { type Clip, clips, storyboardClips } from './render/clips.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const targetMs = 10;

/**
 * Measures in a real browser what the first view takes, how long a list of mistakes takes to appear, how far sound and
 * picture of the live player are apart, and how long it takes per frame at 1080p while it plays a real replay in real time.
 * Prints one JSON object per line, then a table with the targets.
 */
export async function run(): Promise<void> {
  const browser = await startChromium();
  if (browser === null) return;
  const service = await startServeProcess({ env: { BEATMAP_MIRRORS: '' } });
  try {
    const lines: string[] = [];
    const first = await measureFirstView(browser, service.url);
    console.log(JSON.stringify({ bench: 'page', clip: 'first view', ...first }));
    lines.push(
      'first view',
      row('compressed, until the load event (kB)', first.kilobytes, 'at most 80'),
      row('largest paint (ms)', first.largestPaintMs, 'at most 1000'),
    );
    const mistakes = await measureMistakes(browser, service.url);
    console.log(JSON.stringify({ bench: 'page', clip: 'mistakes', ...mistakes }));
    lines.push(
      `list of ${mistakes.count} mistakes`,
      row('first rows after the analytics (ms)', mistakes.listMs),
      row('all rows after a click (ms)', mistakes.allMs),
      row('both together (ms)', mistakes.listMs + mistakes.allMs, 'at most 1000'),
    );
    const sound = await measureSoundDelay(service.url);
    if (sound) {
      console.log(JSON.stringify({ bench: 'page', clip: 'sound', ...sound }));
      lines.push('sound', row('sound after picture, median (ms)', sound.medianMs, '-15 to 15'));
    }
    if (sharedData === null) console.log('No real replays are available, so no frames were measured.');
    const measured = [
      ...clips.map((clip) => ({ clip, target: 'at least 55', timeTarget: `at most ${targetMs}` })),
      ...storyboardClips.map((clip) => ({ clip, target: 'at least 40', timeTarget: '' })),
    ];
    for (const { clip, target, timeTarget } of sharedData === null ? [] : measured) {
      const numbers = await measure(clip, { data: sharedData ?? '', browser, service });
      console.log(JSON.stringify({ bench: 'page', clip: clip.name, ...numbers }));
      lines.push(
        clip.name,
        row('time per frame, median (ms)', numbers.medianMs, timeTarget),
        row('time per frame, 95th percentile (ms)', numbers.p95Ms),
        row('frames per second', numbers.framesPerSecond, target),
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

/** Opens the start page for the first time. What the page loads later, when it is idle, does not count. */
async function measureFirstView(browser: Browser, url: string) {
  const runs: { kilobytes: number; largestPaintMs: number }[] = [];
  for (let i = 0; i < 3; i++) {
    const context = await browser.newContext();
    const fresh = await context.newPage();
    await fresh.goto(url);
    await fresh.waitForTimeout(2_000);
    runs.push((await fresh.evaluate(readFirstView)) as (typeof runs)[number]);
    await context.close();
  }
  return {
    kilobytes: median(runs.map(({ kilobytes }) => kilobytes)),
    largestPaintMs: median(runs.map(({ largestPaintMs }) => largestPaintMs)),
  };
}

const readFirstView = `new Promise((resolve) => {
  const [document] = performance.getEntriesByType('navigation');
  const loaded = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < document.loadEventEnd);
  const bytes = [document, ...loaded].reduce((sum, { transferSize }) => sum + transferSize, 0);
  new PerformanceObserver((list) => {
    resolve({ kilobytes: bytes / 1000, largestPaintMs: list.getEntries().at(-1).startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

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
  // Each clip from a client of its own: a client may have two active jobs only.
  const headers = { 'edge-connecting-ip': newClient() };
  const response = await fetch(`${url}/v1/render`, { method: 'POST', body: form, headers });
  if (response.status !== 202) throw new Error(await response.text());
  return ((await response.json()) as JobCreated).job_id;
}
