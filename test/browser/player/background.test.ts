import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { md5Hex } from '../../../src/game/md5.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { mapBytes } from '../../support/beatmaps/map-text.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { liveFiles, setOf } from '../../support/browser/live-player-files.ts';
import { file, withPage } from '../../support/browser/page.ts';
import {
  boxOf,
  button,
  colourAt,
  dropFiles,
  playbackTime,
  recordAudio,
  seek,
  until,
  waitUntilReady,
} from '../../support/browser/page-actions.ts';
import { buildFrames, buildReplay } from '../../support/replays/build-replay.ts';
import { encodeTestClip } from '../../support/video/test-clip.ts';

// Background videos in the live player, and the end of a failed replay.

const url = inject('idleService');
const chromium = useChromium();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-background-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Play {
  readonly replay: Uint8Array;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** A replay that fails: its input ends after four seconds, the beatmap goes on. */
function failedPlay(events: readonly string[]): Play {
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

/** Opens a paused live preview with an undimmed background. */
async function openPreview(page: Page, { replay, files }: Play): Promise<void> {
  await page.goto(url);
  await dropFiles(page, file('play.osr', replay), file('set.osz', setOf(files)));
  await waitUntilReady(page);
  await page.getByRole('checkbox', { name: 'Background video' }).check();
  await page.getByRole('slider', { name: 'Background dim' }).fill('0');
}

/** The colour left of the playfield, where only the background is. */
const backgroundColour = (page: Page) => colourAt(page, -60, 192);

describe('a background video', () => {
  const videoEvent = ['Video,500,"clip.mp4"'];

  test('shows the right frame after seeks in both directions and during playback', async () => {
    // Bright for two seconds, then dark.
    const clip = await encodeTestClip({
      file: join(folder, 'clip.mp4'),
      format: 'mp4',
      codec: 'libx264',
      frames: 120,
      width: 320,
      height: 180,
      colour: (frame) => (frame < 60 ? [220, 128, 128] : [30, 128, 128]),
    });
    const { replay, files } = failedPlay(videoEvent);
    await withPage({ chromium, url, initScript: recordAudio }, async (page, problems) => {
      await openPreview(page, { replay, files: { ...files, 'clip.mp4': clip } });
      const brightness = async () => {
        const [r = 0, g = 0, b = 0] = await backgroundColour(page);
        return Math.max(r, g, b) - Math.min(r, g, b) > 12
          ? 'coloured'
          : r > 200
            ? 'bright'
            : r < 50
              ? 'dark'
              : 'between';
      };
      let seeks = 0;
      for (const [t, expected] of [
        [2000, 'bright'],
        [3500, 'dark'],
        [1500, 'bright'],
      ] as const) {
        // Repeated, because a canvas in a busy browser may keep the frame before.
        const brightnessAfterSeek = async () => {
          await seek(page, t + (seeks++ % 2));
          return brightness();
        };
        await expect.poll(brightnessAfterSeek, { message: `at ${t} ms` }).toBe(expected);
      }
      await button(page, 'Play').click();
      await until(page, "Number(document.querySelector('.seek').value) > 2900");
      await expect.poll(brightness).toBe('dark');
      expect(await page.getByText('cannot play the background video').count()).toBe(0);
      expect(problems).toEqual([]);
    });
  });

  test('that the browser cannot play is replaced by the background picture, with a notice', async () => {
    const clip = await encodeTestClip({
      file: join(folder, 'clip.avi'),
      format: 'avi',
      codec: 'mpeg4',
      frames: 90,
      colour: () => [220, 128, 128],
    });
    const { replay, files } = failedPlay(videoEvent);
    await withPage({ chromium, url, initScript: recordAudio }, async (page) => {
      await openPreview(page, { replay, files: { ...files, 'clip.mp4': clip } });
      const notice = page.getByText('This browser cannot play the background video of this beatmap');
      await notice.waitFor();
      const controls = await boxOf(page.locator('.player .controls'));
      expect((await boxOf(notice)).y - controls.y - controls.height).toBeGreaterThan(8);
      await seek(page, 2000);
      // The frame reaches the canvas a moment after the seek.
      await expect
        .poll(async () => {
          const [r = 0, , b = 0] = await backgroundColour(page);
          return Math.abs(r - b);
        })
        .toBeGreaterThan(12);
      await page.getByRole('checkbox', { name: 'Background video' }).uncheck();
      await page.getByText('This browser cannot play the background video').waitFor({ state: 'detached' });
    });
  });
});

describe('a failed replay', () => {
  test('slows its song down with a falling pitch until it stops, and continues if the setting says so', async () => {
    await withPage({ chromium, url, initScript: recordAudio }, async (page, problems) => {
      await openPreview(page, failedPlay([]));
      /** Where the song stops. A busy machine slows it down too late, so one good measurement counts. */
      const stopSeconds = async () => {
        await page.evaluate('window.songRates.length = 0');
        await seek(page, 3500);
        await button(page, 'Play').click();
        await until(page, 'window.songRates.some(({ rate, paused }) => rate < 0.7 && !paused)');
        await until(page, 'window.songs[0].paused');
        await button(page, 'Play').waitFor();
        expect(await page.evaluate('window.songs[0].preservesPitch')).toBe(false);
        return Number(await page.evaluate('window.songs[0].currentTime'));
      };
      // Half of the distance that it would have played in that time.
      const isHalf = (seconds: number) => seconds > 4.7 && seconds < 5.5;
      await expect.poll(stopSeconds).toSatisfy(isHalf);
      // After a seek back the song plays normally again.
      await seek(page, 2000);
      if (await button(page, 'Play').isVisible()) await button(page, 'Play').click();
      await until(page, 'window.songs[0].playbackRate === 1 && window.songs[0].preservesPitch');
      await button(page, 'Pause').click();

      // With the setting, the replay goes on to the end of the beatmap.
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
      expect(problems).toEqual([]);
    });
  });
});
