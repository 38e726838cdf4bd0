import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { md5Hex } from '../../src/game/md5.ts';
import { writeReplay } from '../../src/game/replay/index.ts';
import { buildFrames, buildReplay } from '../support/build-replay.ts';
import { startChromium } from '../support/chromium.ts';
import {
  button,
  colourAt,
  dropFiles,
  playbackTime,
  recordAudio,
  seek,
  until,
  waitUntilReady,
} from '../support/live-page.ts';
import { liveFiles, setOf } from '../support/live-play.ts';
import { encodeTestClip } from '../support/test-clip.ts';
import { mapBytes } from '../support/map-text.ts';
import { file, withPage } from '../support/page.ts';
import { type ServeProcess, startServeProcess } from '../support/serve.ts';

// What lies behind a play in the live player, and how one that failed comes to its end.

let browser: Browser | null;
let service: ServeProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-scenery-'));
  [browser, service] = await Promise.all([startChromium(), startServeProcess({ env: { BEATMAP_MIRRORS: '' } })]);
});

afterAll(async () => {
  await browser?.close();
  await service?.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Play {
  readonly replay: Uint8Array;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** A play that is over after four seconds, of a map that is not. */
function playOf(events: readonly string[]): Play {
  const osu = mapBytes({
    general: ['AudioFilename: song.wav'],
    events: ['0,0,"picture.jpg",0,0', ...events],
    objects: ['256,192,1000,1,0', '256,192,60000,1,0'],
  });
  const frames = buildFrames([
    [0, 256, 192, 0],
    [1000, 256, 192, 5],
    [1050, 256, 192, 0],
    [4000, 256, 192, 0],
  ]);
  const replay = writeReplay(buildReplay({ frames, header: { beatmapMd5: md5Hex(osu), modBits: 0 } }));
  return { replay, files: { ...liveFiles, 'map.osu': osu } };
}

/** Opens a play that stands still, in full light, with whatever lies behind it. */
async function openPlay(page: Page, { replay, files }: Play): Promise<void> {
  await page.addInitScript({ content: recordAudio });
  await page.goto(service.url);
  await dropFiles(page, file('play.osr', replay), file('set.osz', setOf(files)));
  await waitUntilReady(page);
  await button(page, 'Pause').click();
  await page.getByLabel('Background video').check();
  await page.getByLabel(/Background dim:/).fill('0');
}

/** Left of the field, where nothing but the background is. */
const behind = (page: Page) => colourAt(page, -60, 192);

describe('a video behind a play', () => {
  const toClip = ['Video,500,"clip.mp4"'];

  test('is shown at its time, forwards, backwards and while it is played', async () => {
    if (browser === null) return;
    // Bright for two seconds, dark from then on.
    const clip = await encodeTestClip({
      ...{ file: join(folder, 'clip.mp4'), format: 'mp4', codec: 'libx264', frames: 120, width: 320, height: 180 },
      colour: (frame) => (frame < 60 ? [220, 128, 128] : [30, 128, 128]),
    });
    const { replay, files } = playOf(toClip);
    await withPage(browser, service.url, async (page, complaints) => {
      await openPlay(page, { replay, files: { ...files, 'clip.mp4': clip } });
      const isBright = async () => {
        const [r = 0, g = 0, b = 0] = await behind(page);
        return Math.max(r, g, b) - Math.min(r, g, b) > 12
          ? 'coloured'
          : r > 200
            ? 'bright'
            : r < 50
              ? 'dark'
              : 'between';
      };
      for (const [t, shown] of [
        [2000, 'bright'],
        [3500, 'dark'],
        [1500, 'bright'],
      ] as const) {
        await seek(page, t);
        await expect.poll(isBright, { message: `at ${t} ms` }).toBe(shown);
      }
      await button(page, 'Play').click();
      await until(page, "Number(document.querySelector('.seek').value) > 2900");
      await expect.poll(isBright).toBe('dark');
      expect(await page.getByText('cannot play the background video').count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });

  test('that no browser plays is told of, and the picture is shown', async () => {
    if (browser === null) return;
    const clip = await encodeTestClip({
      ...{ file: join(folder, 'clip.avi'), format: 'avi', codec: 'mpeg4', frames: 90 },
      colour: () => [220, 128, 128],
    });
    const { replay, files } = playOf(toClip);
    await withPage(browser, service.url, async (page) => {
      await openPlay(page, { replay, files: { ...files, 'clip.mp4': clip } });
      await page.getByText('This browser cannot play the background video of this beatmap').waitFor();
      await seek(page, 2000);
      const [r = 0, , b = 0] = await behind(page);
      expect(Math.abs(r - b)).toBeGreaterThan(12);
      await page.getByLabel('Background video').uncheck();
      await page.getByText('This browser cannot play the background video').waitFor({ state: 'detached' });
    });
  });
});

describe('a play that failed', () => {
  test('has its song run down, deeper and slower, until it stands still', async () => {
    if (browser === null) return;
    await withPage(browser, service.url, async (page, complaints) => {
      await openPlay(page, playOf([]));
      await seek(page, 3500);
      await button(page, 'Play').click();
      await until(page, 'window.rates.some(({ rate, paused }) => rate < 0.7 && !paused)');
      await until(page, 'window.songs[0].paused');
      expect(await page.evaluate('window.songs[0].preservesPitch')).toBe(false);
      const at = (await page.evaluate('window.songs[0].currentTime')) as number;
      // Half of the way it would have gone in that time.
      expect(at).toBeGreaterThan(4.7);
      expect(at).toBeLessThan(5.5);
      // Somebody who goes back hears it as it was.
      await seek(page, 2000);
      if (await button(page, 'Play').isVisible()) await button(page, 'Play').click();
      await until(page, 'window.songs[0].playbackRate === 1 && window.songs[0].preservesPitch');
      expect(complaints).toEqual([]);
    });
  });

  test('goes on where that is asked for', async () => {
    if (browser === null) return;
    await withPage(browser, service.url, async (page, complaints) => {
      await openPlay(page, playOf([]));
      const end = "Number(document.querySelector('.seek').max)";
      expect(await page.evaluate(end)).toBeLessThan(10_000);
      for (const name of ['More settings', 'Video']) {
        const summary = page.locator('summary', { hasText: name }).first();
        if (await summary.isVisible()) await summary.click();
      }
      await page.getByLabel('Continue after a fail').check();
      await until(page, `${end} > 60000`);
      await seek(page, 30_000);
      await expect.poll(() => playbackTime(page)).toBe(30_000);
      expect(complaints).toEqual([]);
    });
  });
});
