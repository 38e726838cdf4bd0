import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import type { Job, JobCreated } from '../../../src/contract/index.ts';
import { readReplay, writeReplay } from '../../../src/game/replay/index.ts';
import { useChromium } from '../../support/browser/chromium.ts';
import { expectUsable } from '../../support/browser/expect-usable.ts';
import { greenSkin, liveMd5, liveReplay, liveSet } from '../../support/browser/live-player-files.ts';
import { file, withPage } from '../../support/browser/page.ts';
import {
  boxOf,
  button,
  canvasHash,
  colourAt,
  dropFiles,
  nextFrames,
  playbackTime,
  recordAudio,
  seek,
  stillCanvasHash,
  until,
  waitUntilReady,
} from '../../support/browser/page-actions.ts';
import { newClient, post, replayForm } from '../../support/http/requests.ts';
import { playedReplay, playedSet } from '../../support/service/rendering-service.ts';

const url = inject('idleService');
const chromium = useChromium();

async function submit(fields: Record<string, string> = {}, replay = liveReplay): Promise<string> {
  const response = await post(`${url}/v1/render`, replayForm({ file: replay, fields }));
  return ((await response.json()) as JobCreated).job_id;
}

test('one click plays the demo, its picture changes, and a second click renders it', async () => {
  await withPage({ chromium, url, client: newClient() }, async (page, problems) => {
    await page.goto(url);
    await page.getByRole('button', { name: /Watch the demo/ }).click();
    await waitUntilReady(page);
    await until(page, "Number(document.querySelector('.seek').value) > 500");
    const first = await canvasHash(page);
    await expect.poll(() => canvasHash(page)).not.toBe(first);
    await button(page, 'Pause').click();
    await button(page, 'Play').waitFor();
    const movedMs = async () => {
      const before = await playbackTime(page);
      await page.waitForTimeout(300);
      return (await playbackTime(page)) - before;
    };
    await expect.poll(movedMs).toBe(0);
    await button(page, 'Render the demo').click();
    await page.waitForURL(/\/view\/[0-9a-f-]{36}$/);
    expect(problems).toEqual([]);
  });
});

test('a map that is added later brings a picture from its own middle, and the German texts around it fit', async () => {
  const context = { locale: 'de', viewport: { width: 1280, height: 800 } };
  await withPage({ chromium, url, context }, async (page, problems) => {
    // As of a service without the map.
    await page.route('**/v1/beatmaps/*/info', (route) =>
      route.fulfill({ json: { available: false, downloads: false, osu: null, cover_url: null } }),
    );
    await page.goto(url);
    // The page is there once it has its texts.
    await page.getByText('Replay auswählen').waitFor();
    await dropFiles(page, file('play.osr', liveReplay));
    await page.getByText('Vorschau mit der Demo').waitFor();
    await dropFiles(page, file('set.osz', liveSet));
    await page.locator('.clip-here').waitFor();
    await waitUntilReady(page);
    // The demo is shown at 27.8 s, which is after the end of this replay.
    const isInside = "Number(document.querySelector('.seek').value) < Number(document.querySelector('.seek').max)";
    expect(await page.evaluate(isInside)).toBe(true);
    await page.getByLabel('Bewegungsunschärfe').click();
    await page.locator('.compare').waitFor();
    const heights = ['.preview-head', '.player-settings'].map(async (row) => (await boxOf(page.locator(row))).height);
    // One row of buttons, and one with the hint below it.
    expect(Math.max(...(await Promise.all(heights)))).toBeLessThan(80);
    expect((await boxOf(page.locator('.preview-head'))).height).toBeLessThan(50);
    expect(problems).toEqual([]);
  });
});

/** As files of a slow disk are read: the page is displayed before their bytes are there. */
const readFilesSlowly = `(() => {
  const read = File.prototype.arrayBuffer;
  File.prototype.arrayBuffer = async function () {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return read.call(this);
  };
})()`;

/** Where the button that sends the replays is on each displayed frame. */
const recordSendBarTops = `(() => {
  window.sendBarTops = [];
  const look = () => {
    const bar = document.querySelector('.send-bar');
    if (bar) sendBarTops.push(bar.getBoundingClientRect().top);
    requestAnimationFrame(look);
  };
  look();
})()`;

test('a replay that is dropped with its beatmap can be played without an upload, and goes on after a file that is no skin', async () => {
  await withPage({ chromium, url }, async (page, problems) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(url);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.evaluate(readFilesSlowly);
    await page.evaluate(recordSendBarTops);
    await dropFiles(page, file('play.osr', liveReplay), file('set.osz', liveSet));
    await waitUntilReady(page);
    await nextFrames(page);
    // The button stays in its place while the player and its controls appear.
    const tops = (await page.evaluate('sendBarTops')) as number[];
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(30);
    const sendBarTop = async () => (await boxOf(page.locator('.send-bar'))).y;
    // The picture and everything that belongs to it are above the button, without scrolling, on a small laptop.
    await page.setViewportSize({ width: 1280, height: 720 });
    const bottomOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
    };
    for (const selector of ['.clip-here', '.player-settings', '.skin-note'])
      expect(await bottomOf(selector), selector).toBeLessThanOrEqual((await sendBarTop()) + 1);
    expect(await bottomOf('.send-bar')).toBeLessThanOrEqual(720);
    const hidden = await page.locator('.picture-column').evaluate((element) => {
      const { scrollHeight, clientHeight } = element as unknown as { scrollHeight: number; clientHeight: number };
      return scrollHeight - clientHeight;
    });
    expect(hidden).toBe(0);
    await seek(page, 900);
    await expect.poll(() => colourAt(page, 256, 192)).not.toEqual([0, 0, 0]);
    const atCircle = await stillCanvasHash(page);
    await seek(page, 2800);
    await expect.poll(() => canvasHash(page)).not.toBe(atCircle);

    await dropFiles(page, file('broken.osk', new Uint8Array(100).fill(7)));
    await page.getByRole('alert').waitFor();
    const atSlider = await stillCanvasHash(page);
    await seek(page, 5900);
    await expect.poll(() => canvasHash(page)).not.toBe(atSlider);
    expect(requests.filter((request) => /^POST|\/v1\/.*beatmap/.test(request))).toEqual([]);
    expect(problems).toEqual([]);
  });
});

test('a replay without its beatmap plays if the service has the beatmap, and asks for the .osz if not', async () => {
  const card = (page: Page) => page.locator('.replay-card');
  await withPage({ chromium, url }, async (page, problems) => {
    await page.goto(url);
    await dropFiles(page, file('play.osr', liveReplay));
    // The map is described before anything is sent.
    await card(page)
      .getByText(/^\d+\.\d\d ★ · 0:08/)
      .waitFor();
    await until(page, "document.querySelector('.map-banner img').naturalWidth > 0");
    await waitUntilReady(page);
    expect(problems).toEqual([]);
  });
  await withPage({ chromium, url, viewport: { width: 1000, height: 800 } }, async (page, problems) => {
    await page.goto(url);
    await dropFiles(page, file('play.osr', playedReplay));
    await card(page).getByText('The beatmap is not here. Add its .osz, or the render will fail.').waitFor();
    expect(await button(page, 'Preview').count()).toBe(0);
    await card(page).locator('input[type=file]').setInputFiles(file('played.osz', playedSet));
    await card(page).getByText('Beatmap found in played.osz.').waitFor();
    await card(page)
      .getByText(/^\d+\.\d\d ★ · 0:00/)
      .waitFor();
    expect(await card(page).getByText('The beatmap is not here').count()).toBe(0);
    // On a narrow page, a picture is drawn on request only.
    await button(page, 'Preview').click();
    await waitUntilReady(page);
    expect(problems).toEqual([]);
  });
});

describe('a job without a video', () => {
  test('can be previewed while it is queued, under either spelling of its id, with its own options', async () => {
    /** The picture of a moment with many overlays. */
    const pictureOf = async (page: Page) => {
      await seek(page, 2500);
      return stillCanvasHash(page);
    };
    const [plain, own] = [await submit(), await submit({ key_overlay: 'false', bg_dim: '0' })];
    let plainPicture: number;
    await withPage({ chromium, url }, async (page, problems) => {
      await page.goto(`${url}/view/${plain.replaceAll('-', '')}`);
      await waitUntilReady(page);
      await page.getByText(/^(Next|Position \d+) in the queue$/).waitFor();
      plainPicture = await pictureOf(page);
      await button(page, 'Play').click();
      await until(page, "Number(document.querySelector('.seek').value) > 2500");
      await expect.poll(() => canvasHash(page)).not.toBe(plainPicture);
      expect(problems).toEqual([]);
    });
    await withPage({ chromium, url }, async (page, problems) => {
      await page.goto(`${url}/view/${own}`);
      await waitUntilReady(page);
      expect(await pictureOf(page)).not.toBe(plainPicture);
      expect(problems).toEqual([]);
    });
  });

  test('whose map is missing asks for the .osz and goes on with a new job', async () => {
    const client = newClient();
    const fields = { settings: '{"cursor_size": 2}' };
    const response = await post(`${url}/v1/render`, replayForm({ file: playedReplay, fields }), { client });
    const { job_id } = (await response.json()) as JobCreated;
    const fetchJob = async (id: string) => (await (await fetch(`${url}/v1/jobs/${id}`)).json()) as Job;
    await withPage({ chromium, url, client }, async (page) => {
      const changes: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && changes.push(request.method()));
      await page.goto(`${url}/view/${job_id}`);
      // The worker has not looked for it yet: the job is in the queue, but there is nothing to play.
      await page.getByText('The service has not found the beatmap of this replay yet.').waitFor();
      await page.locator('.in-progress').waitFor();
      expect(await page.locator('.screen').count()).toBe(0);
      await dropFiles(page, file('other.osz', liveSet));
      await page.getByText('The .osz file does not contain the beatmap of this replay.').waitFor();
      expect(changes).toEqual([]);
      await dropFiles(page, file('other.osz', liveSet), file('played.osz', playedSet));
      await page.waitForURL((address) => /\/view\/[0-9a-f-]{36}$/.test(address.href) && !address.href.endsWith(job_id));
      await waitUntilReady(page);
      expect(changes).toEqual(['DELETE', 'POST']);
      const next = await fetchJob(page.url().slice(-36));
      expect(next).toMatchObject({ status: 'queued', config: { settings: { cursor_size: 2 } } });
      expect((await fetchJob(job_id)).error_code).toBe('job/cancelled');
    });
  });

  test('can be previewed after it failed', async () => {
    const client = '10.77.0.1';
    const response = await post(`${url}/v1/render`, replayForm({ file: liveReplay }), { client });
    const { job_id } = (await response.json()) as JobCreated;
    await fetch(`${url}/v1/jobs/${job_id}`, { method: 'DELETE', headers: { 'edge-connecting-ip': client } });
    await withPage({ chromium, url }, async (page, problems) => {
      await page.goto(`${url}/view/${job_id}`);
      await button(page, 'Watch live preview').click();
      await waitUntilReady(page);
      expect(problems).toEqual([]);
    });
  });
});

/** Holds the news of drawn frames back until `isDrawn` is set. */
const delayFrames = `window.isOpened = false;
  window.isDrawn = false;
  const Original = Worker;
  window.Worker = class extends Original {
    set onmessage(listener) {
      super.onmessage = async (event) => {
        if (event.data.kind === 'drawn') {
          window.isOpened = true;
          while (!window.isDrawn) await new Promise((resolve) => setTimeout(resolve, 20));
        }
        listener(event);
      };
    }
  };`;

test('a player has no controls before its first frame is drawn', async () => {
  const id = await submit();
  await withPage({ chromium, url, initScript: delayFrames }, async (page, problems) => {
    await page.goto(`${url}/view/${id}`);
    await until(page, 'window.isOpened');
    await page.getByText('Loading preview…').waitFor();
    await page.locator('.controls[disabled]').waitFor();
    await page.evaluate('window.isDrawn = true');
    await waitUntilReady(page);
    expect(await page.getByText('Loading preview…').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

test('a skin is uploaded and applied during playback', async () => {
  const id = await submit();
  await withPage({ chromium, url }, async (page, problems) => {
    const form = new FormData();
    form.set('skin', new File([Uint8Array.from(greenSkin)], 'Green.osk'));
    expect((await post(`${url}/v1/skins/upload`, form)).status).toBe(200);
    await page.goto(`${url}/view/${id}`);
    await waitUntilReady(page);
    await seek(page, 8900);
    const isGreen = async () => {
      const [r = 0, g = 0, b = 0] = await colourAt(page, 280, 285);
      return g > 60 && g > 3 * r && g > 3 * b;
    };
    await stillCanvasHash(page);
    expect(await isGreen()).toBe(false);
    await page.locator('.skin-menu select').selectOption('Green');
    await expect.poll(isGreen).toBe(true);
    expect(await playbackTime(page)).toBe(8900);

    // Change back during playback.
    await seek(page, 0);
    await page.locator('.controls select').selectOption('0.25');
    await button(page, 'Play').click();
    await until(page, "Number(document.querySelector('.seek').value) > 100");
    // On a busy machine the playhead may go back by some milliseconds, to the song.
    const at = await playbackTime(page);
    await page.locator('.skin-menu select').selectOption('Default');
    await until(page, `Number(document.querySelector('.seek').value) > ${at}`);
    await button(page, 'Pause').click();
    await seek(page, 8900);
    await expect.poll(isGreen).toBe(false);

    // A skin file that is not uploaded.
    await dropFiles(page, file('mine.osk', greenSkin));
    await expect.poll(isGreen).toBe(true);
    await page.getByText('Only this preview has this skin. The video has the skin Default.').waitFor();
    expect(problems).toEqual([]);
  });
});

test('every control has a keyboard shortcut', async () => {
  const id = await submit();
  await withPage({ chromium, url }, async (page, problems) => {
    await page.goto(`${url}/view/${id}`);
    await waitUntilReady(page);
    const press = async (key: string, condition: string) => {
      await page.keyboard.press(key);
      await until(page, `(() => { const t = Number(document.querySelector('.seek').value); return ${condition}; })()`);
    };
    await press('Home', 't < 0');
    const start = await playbackTime(page);
    await press('ArrowRight', `t === Math.round(${start} + 5000)`);
    await press('ArrowLeft', `t === Math.round(${start})`);
    await press('l', `t === Math.round(${start} + 10000)`);
    await press('j', `t === Math.round(${start})`);
    await press('.', `t > ${start} + 15 && t < ${start} + 18`);
    await press(',', `t < ${start} + 2`);
    await press('End', `t > 9000`);
    await press('Home', 't < 0');
    await press(' ', `t > ${start} + 100`);
    await press('k', "document.querySelector('.controls .primary').ariaLabel === 'Play'");
    await press('<', "document.querySelector('.controls select').value === '0.75'");
    await press('>', "document.querySelector('.controls select').value === '1'");
    await press('ArrowDown', "document.querySelector('.volume').value === '0.75'");
    await press('m', "document.querySelector('.volume').value === '0'");
    await press('m', "document.querySelector('.volume').value === '0.75'");
    await press('ArrowUp', "document.querySelector('.volume').value === '0.8'");
    await press('a', "document.querySelector('.seek-track .loop.open') !== null");
    await press('x', "document.querySelector('.seek-track .loop') === null");
    await press('?', "document.querySelector('dialog.key-help').open");
    await press('?', "!document.querySelector('dialog.key-help').open");
    const isFullScreen = () => page.evaluate("document.fullscreenElement?.classList.contains('player') === true");
    // A browser refuses full screen if a busy page handles the key too late, and a person presses it again.
    for (let tries = 0; tries < 5 && !(await isFullScreen()); tries++) {
      await page.keyboard.press('f');
      await expect
        .poll(isFullScreen, { timeout: 20_000 })
        .toBe(true)
        .catch(() => {});
    }
    expect(await isFullScreen()).toBe(true);
    // Also the space that the page keeps for its scrollbar.
    await until(page, "document.querySelector('.player').getBoundingClientRect().width === innerWidth");
    await press('f', 'document.fullscreenElement === null');
    // Space presses a focused button.
    await button(page, 'Mute').focus();
    await press(' ', "document.querySelector('.volume').value === '0'");
    // On the seek bar, arrows skip seconds, not milliseconds.
    await page.locator('.seek').focus();
    await press('Home', 't < 0');
    await press('ArrowRight', `t === Math.round(${start} + 5000)`);
    expect(problems).toEqual([]);
  });
});

/** Counts how often the playhead and the song go back by more than the milliseconds that keep them in sync. */
const recordReturns = `window.returns = { playhead: 0, song: 0 };
  window.last = { playhead: 0, song: 0 };
  setInterval(() => {
    const now = {
      playhead: Number(document.querySelector('.seek').value),
      song: 1000 * Math.max(...window.songs.map((song) => song.currentTime)),
    };
    for (const name of ['playhead', 'song']) if (now[name] < window.last[name] - 80) window.returns[name]++;
    window.last = now;
  }, 20);`;

test('the player opens at the moment of a link, copies such links, shows small pictures and repeats a part', async () => {
  const { frames, ...rest } = readReplay(liveReplay);
  // The last circle is missed.
  const keys = frames.keys.map((pressed, i) => ((frames.times[i] ?? 0) > 8000 ? 0 : pressed));
  const missing = Uint8Array.from(writeReplay({ ...rest, frames: { ...frames, keys } }));
  const id = await submit({ settings: '{"clip_start": 2, "speed": 2}' }, missing);
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  await withPage({ chromium, url, context, initScript: recordAudio }, async (page, problems) => {
    // The preview has the times of the video, which begins at 2 s and is twice as fast.
    await page.goto(`${url}/view/${id}?t=0:01.5`);
    await waitUntilReady(page);
    await until(page, "Number(document.querySelector('.seek').value) === 5000");
    await page.keyboard.press('c');
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${url}/view/${id}?t=0:01.5`);
    expect(await page.locator('.time').textContent()).toMatch(/^0:01 /);

    // The player is longer than the window.
    await page.locator('.controls').scrollIntoViewIfNeeded();
    const bar = await boxOf(page.locator('.seek-track'));
    const miss = await boxOf(page.locator('.seek-track .miss'));
    await page.mouse.move(miss.x + 1, bar.y + bar.height / 2);
    await page.locator('.hover').getByText('· Miss').waitFor();
    await until(page, "document.querySelector('.hover-picture canvas')?.width === 320");
    // The picture of the player stays as it is.
    const before = await stillCanvasHash(page);
    await page.mouse.move(bar.x + bar.width / 4, bar.y + bar.height / 2);
    await page
      .locator('.hover')
      .getByText(/^0:\d\d$/)
      .waitFor();
    expect(await canvasHash(page)).toBe(before);
    await expectUsable(page);

    await page.keyboard.press('a');
    await page.keyboard.press('.');
    for (let frame = 0; frame < 9; frame++) await page.keyboard.press('.');
    await page.keyboard.press('b');
    await until(page, "document.querySelector('.seek-track .loop:not(.open)') !== null");
    const end = 5000 + (10 * 2 * 1000) / 60;
    await page.evaluate(recordReturns);
    await button(page, 'Play').click();
    await until(page, 'window.returns.playhead > 1');
    expect(await playbackTime(page)).toBeLessThan(end + 1000);
    // A hidden tab displays no frames, but its sound goes on.
    await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      window.displayFrame = window.requestAnimationFrame;
      window.frames = [];
      window.requestAnimationFrame = (draw) => window.frames.push(draw);`);
    const returnsBefore = await page.evaluate('window.returns.song');
    await until(page, `window.returns.song > ${returnsBefore} + 1`);
    expect(await page.evaluate('Math.max(...window.songs.map((song) => song.currentTime))')).toBeLessThan(
      (end + 1000) / 1000,
    );
    await page.evaluate(`delete document.hidden;
      window.requestAnimationFrame = window.displayFrame;
      for (const draw of window.frames) requestAnimationFrame(draw);`);
    await button(page, 'Clear the loop').click();
    await until(page, `Number(document.querySelector('.seek').value) > ${end + 1000}`);
    // Without a moment in the link, the preview of a clip begins where the clip begins.
    await page.goto(`${url}/view/${id}`);
    await waitUntilReady(page);
    await until(page, "Number(document.querySelector('.seek').value) === 2000");
    expect(await page.locator('.time').textContent()).toMatch(/^0:00 /);
    await page.keyboard.press('j');
    await until(page, "Number(document.querySelector('.seek').value) === 2000");
    expect(problems).toEqual([]);
  });
});

describe('sound', () => {
  interface RecordedAudio {
    sounds: { loop: boolean; at: number }[];
    songs: { paused: boolean; playbackRate: number; currentTime: number; preservesPitch: boolean }[];
    t: number;
    now: number;
  }
  const recordedAudio = (page: Page) =>
    page.evaluate(`({
      sounds: window.startedSounds,
      songs: window.songs.map(({ paused, playbackRate, currentTime, preservesPitch }) =>
        ({ paused, playbackRate, currentTime, preservesPitch })),
      t: Number(document.querySelector('.seek').value),
      now: performance.now(),
    })`) as Promise<RecordedAudio>;

  test('of hits, of a followed slider and of a spinning spinner is played', async () => {
    const id = await submit();
    await withPage({ chromium, url, initScript: recordAudio }, async (page, problems) => {
      await page.goto(`${url}/view/${id}`);
      await waitUntilReady(page);
      await page.locator('.controls select').selectOption('2');
      /** When the first sound with a loop begins: the slider's, although a circle comes before. */
      const firstLoop = async () => {
        if (await button(page, 'Pause').isVisible()) await button(page, 'Pause').click();
        await page.evaluate('window.startedSounds.length = 0');
        await seek(page, 500);
        await button(page, 'Play').click();
        await until(page, 'window.startedSounds.some(({ loop }) => loop)');
        return (await recordedAudio(page)).sounds.find(({ loop }) => loop)?.at;
      };
      // Sounds are scheduled up to 400 ms ahead. A busy machine delays the seek bar, so one good measurement counts.
      await expect.poll(firstLoop).toBeGreaterThan(1000);
      // From the slider to the spinner.
      await seek(page, 4900);
      await until(page, 'window.startedSounds.some(({ loop, at }) => loop && at > 4000)');
      const { sounds } = await recordedAudio(page);
      const loops = sounds.filter(({ loop }) => loop).map(({ at }) => at);
      expect(sounds.filter(({ loop }) => !loop).length).toBeGreaterThan(1);
      expect(loops.filter((at) => at > 1000 && at < 3500).length).toBeGreaterThan(0);
      expect(loops.filter((at) => at > 4000 && at < 7500).length).toBeGreaterThan(0);

      // A seek into the middle of a slider plays its sound too.
      await button(page, 'Pause').click();
      await page.evaluate('window.startedSounds.length = 0');
      await seek(page, 2700);
      await button(page, 'Play').click();
      await until(page, 'window.startedSounds.some(({ loop }) => loop)');
      expect(problems).toEqual([]);
    });
  });

  test('stays in sync with the picture at every speed', async () => {
    await withPage({ chromium, url, initScript: recordAudio }, async (page, problems) => {
      await page.goto(url);
      await dropFiles(page, file('play.osr', liveReplay), file('set.osz', liveSet));
      await waitUntilReady(page);
      for (const speed of [0.25, 1, 2]) {
        await page.locator('.controls select').selectOption(String(speed));
        /** Plays a part of the replay and measures it. A busy machine delays the seek bar, so one good measurement counts. */
        const measure = async () => {
          await seek(page, 100);
          if (await button(page, 'Play').isVisible()) await button(page, 'Play').click();
          await until(page, "Number(document.querySelector('.seek').value) > 300");
          const before = await recordedAudio(page);
          await page.waitForTimeout(1000);
          const { songs, t, now } = await recordedAudio(page);
          const rate = (t - before.t) / (now - before.now) / speed;
          const driftMs = ((songs[0]?.currentTime ?? Number.NaN) * 1000 - t) / Math.max(1, speed);
          const { paused, playbackRate, preservesPitch } = songs[0] ?? {};
          const isRateRight = Math.abs(rate - 1) < 0.3 || rate;
          const isInSync = Math.abs(driftMs) < 100 || driftMs;
          return { count: songs.length, paused, playbackRate, preservesPitch, isRateRight, isInSync };
        };
        const inSync = { paused: false, playbackRate: speed, preservesPitch: true, isRateRight: true, isInSync: true };
        await expect.poll(measure).toEqual({ count: 1, ...inSync });
      }
      expect(problems).toEqual([]);
    });
  });
});

test('the page downloads the beatmap set that the service has', async () => {
  const response = await fetch(`${url}/v1/beatmaps/${liveMd5}`);
  expect(Buffer.from(await response.arrayBuffer()).equals(liveSet)).toBe(true);
});
