import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { file } from './page.ts';

// Helpers for pages with the live player.

/** Waits for a condition. The content security policy forbids eval inside the page, so the test polls from outside. */
export function until(page: Page, condition: string): Promise<void> {
  return expect.poll(() => page.evaluate(condition), { message: condition }).toBe(true);
}

/** Waits until the page has displayed what it was told before. */
export function nextFrames(page: Page): Promise<void> {
  return page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))');
}

export const playbackTime = (page: Page) =>
  page.evaluate("Number(document.querySelector('.seek').value)") as Promise<number>;
export const waitUntilReady = (page: Page) => page.locator('.controls:not([disabled]) .seek').waitFor();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Position and size of a visible element. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  return box;
}

/** A hash of what the canvas shows. */
export function canvasHash(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const { width, height } = { width: 384, height: 216 };
    const copy = new OffscreenCanvas(width, height).getContext('2d');
    copy.drawImage(document.querySelector('canvas.screen'), 0, 0, width, height);
    return copy.getImageData(0, 0, width, height).data.reduce((sum, value) => (Math.imul(sum, 31) + value) | 0, 7);
  })()`) as Promise<number>;
}

/** The hash of the canvas once a frame is on it and it has not changed for half a second. */
export async function stillCanvasHash(page: Page): Promise<number> {
  await expect.poll(() => hasPicture(page)).toBe(true);
  let last = await canvasHash(page);
  await expect
    .poll(
      async () => {
        const previous = last;
        last = await canvasHash(page);
        return last === previous;
      },
      { interval: 500 },
    )
    .toBe(true);
  return last;
}

/** Whether the canvas shows more than one colour: before the first frame it is black. */
function hasPicture(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const copy = new OffscreenCanvas(96, 54).getContext('2d');
    copy.drawImage(document.querySelector('canvas.screen'), 0, 0, 96, 54);
    return new Set(new Uint32Array(copy.getImageData(0, 0, 96, 54).data.buffer)).size > 1;
  })()`) as Promise<boolean>;
}

/** The colour of a point of the canvas, in osu! pixels. */
export function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('canvas.screen');
    const copy = new OffscreenCanvas(1, 1).getContext('2d');
    const scale = (canvas.height * 0.8) / 384;
    const left = Math.floor((canvas.width - 512 * scale) / 2 + ${x} * scale);
    const top = Math.floor((canvas.height - 384 * scale) / 2 + (8 + ${y}) * scale);
    copy.drawImage(canvas, left, top, 1, 1, 0, 0, 1, 1);
    return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
  })()`) as Promise<number[]>;
}

export async function seek(page: Page, t: number): Promise<void> {
  await page.locator('.seek').fill(String(t));
}

/** Drops files on the page. */
export async function dropFiles(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }));
  await page.evaluate(`(async () => {
    const data = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(contents)}) {
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
    }
    const send = (type) =>
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    // A page gets a drop only if it has accepted the drag, and a page that has just been loaded may not listen yet.
    while (send('dragover')) await new Promise((resolve) => setTimeout(resolve, 20));
    send('drop');
  })()`);
}

/** Drops a folder of this machine on the page. Scripts cannot create folders, so the browser itself starts the drop. */
export async function dropFolder(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
  // Before the page listens, the browser would open the folder itself.
  do {
    await send('dragEnter');
    await send('dragOver');
  } while ((await page.locator('.dragging').count()) === 0);
  await send('drop');
  await browser.detach();
}

/**
 * An init script that records all audio: started sounds with the playback time, song elements, and every playback rate
 * that was set, because a rate may be gone before the test looks.
 */
export const recordAudio = `
  window.startedSounds = [];
  window.songs = [];
  window.songRates = [];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (when) {
    const { loop } = this;
    const at = Number(document.querySelector('.seek').value);
    window.startedSounds.push({ loop, at });
    return start.apply(this, arguments);
  };
  const Song = window.Audio;
  window.Audio = class extends Song {
    constructor(...args) {
      super(...args);
      window.songs.push(this);
    }
    get playbackRate() {
      return super.playbackRate;
    }
    set playbackRate(rate) {
      super.playbackRate = rate;
      window.songRates.push({ rate, paused: this.paused });
    }
  };
`;
