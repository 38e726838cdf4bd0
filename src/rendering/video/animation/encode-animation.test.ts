import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import { encodeAnimation } from './encode-animation.ts';

const size = { width: 96, height: 54 };

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-animation-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Red that fades over constant blue; rows are padded. */
function picture(red: number) {
  const strideBytes = size.width * 4 + 16;
  const pixels = new Uint8Array(strideBytes * size.height);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++)
      pixels.set([y < 27 ? red : 0, 0, y < 27 ? 0 : 200, 0], y * strideBytes + x * 4);
  return { pixels, strideBytes };
}

async function* pictures(count: number) {
  for (let n = 0; n < count; n++) yield picture(228 - n * 12);
}

test.each(['gif', 'webp'] as const)(
  'a %s has every picture, as long as it should be seen, and goes on for ever',
  async (kind) => {
    const file = join(emptyFolder(), `a.${kind}`);
    await encodeAnimation({ file, kind, ...size, fps: 20 }, pictures(20));
    const bytes = readFileSync(file);
    if (kind === 'gif') {
      expect(bytes.toString('latin1', 0, 6)).toBe('GIF89a');
      expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([size.width, size.height]);
      expect(bytes.includes('NETSCAPE2.0\u0003\u0001\u0000\u0000', 0, 'latin1')).toBe(true);
      expect(gifDelays(bytes)).toEqual(Array(20).fill(5));
    } else {
      expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);
      const anim = bytes.indexOf('ANIM');
      expect(bytes.readUInt16LE(anim + 12)).toBe(0);
      expect(webpDelays(bytes)).toEqual(Array(20).fill(50));
    }
  },
);

test('a GIF has the colours of its pictures', async () => {
  const file = join(emptyFolder(), 'a.gif');
  await encodeAnimation({ file, kind: 'gif', ...size, fps: 20 }, pictures(20));
  const image = await loadImage(file);
  const context = createCanvas(size.width, size.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const [red] = context.getImageData(5, 5, 1, 1).data;
  const [, , blue] = context.getImageData(5, 50, 1, 1).data;
  expect(Math.abs(red! - 228)).toBeLessThan(16);
  expect(Math.abs(blue! - 200)).toBeLessThan(16);
});

test('a failure leaves no file', async () => {
  const folder = emptyFolder();
  async function* broken() {
    yield picture(0);
    throw new Error('It broke.');
  }
  const made = encodeAnimation({ file: join(folder, 'a.gif'), kind: 'gif', ...size, fps: 20 }, broken());
  await expect(made).rejects.toThrow('It broke.');
  expect(readdirSync(folder)).toEqual([]);
});

/** Returns the delays of a GIF's pictures in hundredths of a second, from the extension before each. */
function gifDelays(bytes: Buffer): number[] {
  const delays: number[] = [];
  for (let at = bytes.indexOf('21f904', 0, 'hex'); at >= 0; at = bytes.indexOf('21f904', at + 1, 'hex'))
    if (bytes[at + 7] === 0) delays.push(bytes.readUInt16LE(at + 4));
  return delays;
}

/** Returns the durations of a WebP's pictures in milliseconds. */
function webpDelays(bytes: Buffer): number[] {
  const delays: number[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') delays.push(bytes.readUIntLE(at + 8 + 12, 3));
    at += 8 + length + (length % 2);
  }
  return delays;
}
