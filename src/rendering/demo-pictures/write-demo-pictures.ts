import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { builtInStyles, defaultSkin, renderOptionsOf, type Style } from '../../contract/settings/index.ts';
import type { Millis } from '../../game/units.ts';
import { canvasOf } from '../render/index.ts';
import type { PictureSize } from '../scene-loader/index.ts';
import { openVideo } from '../video/index.ts';
import { analysisPicture } from './analysis-picture.ts';
import { type Demo, demoMoment, openDemo, withRenderer } from './demo.ts';
import { drawSkinPreview } from './draw-skin-preview.ts';

export interface DemoPicturesInput {
  /** The folder with the kernel, the glyphs, the built-in skin and the demo. */
  readonly assets: string;
  /** The folder to write the pictures to. */
  readonly folder: string;
}

/** Four bars of the chorus, so that the end meets the beginning on a beat. */
const loop = { start: 25_600, end: 32_000, fps: 30 };

const loopSize = { width: 640, height: 360 };
const pictureSize = { width: 480, height: 270 };
const styleSize = { width: 320, height: 180 };
const webpQuality = 62;

/** Bright enough for a small picture. */
const bright: Style = { ...builtInStyles.standard, bg_dim: 0.55, hit_error_meter: false };
const colourful: Style = {
  ...bright,
  bg_dim: 0.15,
  key_overlay: false,
  settings: { cursor_size: 1.6, cursor_rainbow: true, trail_long: true, trail_glow: true, object_rainbow: true },
};

/**
 * Draws everything that the start page shows of the demo: a silent loop, still pictures, and one of each style. The preview of
 * the built-in skin is one of the pictures of all skins.
 */
export async function writeDemoPictures({ assets, folder }: DemoPicturesInput): Promise<void> {
  await mkdir(folder, { recursive: true });
  const demo = await openDemo(assets);
  const draw = (style: Style, size: PictureSize, t = demoMoment) =>
    withRenderer(demo, lookOf(style, size), async (renderer) => {
      await renderer.draw(t);
      return canvasOf({ ...size, ...renderer.compositor.rgba() });
    });
  const write = async (name: string, canvas: Canvas) =>
    writeFile(join(folder, `${name}.webp`), await canvas.encode('webp', webpQuality));

  await writeLoop(demo, join(folder, 'loop.mp4'));
  await write('loop', await draw(bright, loopSize, loop.start));
  await write('video', await draw(bright, pictureSize));
  await write('settings', halves(await draw(bright, pictureSize), await draw(colourful, pictureSize)));
  await writeFile(join(folder, 'analysis.svg'), analysisPicture(demo.opened));
  for (const [name, style] of Object.entries(builtInStyles)) await write(name, await draw(style, styleSize));
  await drawSkinPreview({ assets, skin: null, file: join(folder, 'skin-preview.jpg') });
}

const lookOf = (style: Style, size: PictureSize) => ({
  skin: null,
  options: renderOptionsOf({ ...style, skin: defaultSkin }),
  size,
});

function writeLoop(demo: Demo, file: string): Promise<void> {
  return withRenderer(demo, lookOf(bright, loopSize), async ({ draw, compositor }) => {
    const quality = { encoder: 'libx264', preset: 'medium', crf: 31 };
    const video = await openVideo({ file, ...loopSize, fps: loop.fps, ...quality, audio: null });
    try {
      compositor.i420();
      const stepMs: Millis = 1000 / loop.fps;
      for (let t = loop.start; t < loop.end; t += stepMs) {
        await draw(t);
        await video.addFrame(compositor.i420(), compositor.changedTiles());
      }
      await video.finish();
    } finally {
      await video.abort();
    }
  });
}

/** The left half of one picture and the right half of another, parted by a slanted line. */
function halves(left: Canvas, right: Canvas): Canvas {
  const { width, height } = left;
  const slant = width / 10;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(right, 0, 0);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(width / 2 + slant, 0);
  context.lineTo(width / 2 - slant, height);
  context.lineTo(0, height);
  context.closePath();
  context.save();
  context.clip();
  context.drawImage(left, 0, 0);
  context.restore();
  context.strokeStyle = 'rgb(255 255 255 / 70%)';
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(width / 2 + slant, 0);
  context.lineTo(width / 2 - slant, height);
  context.stroke();
  return canvas;
}
