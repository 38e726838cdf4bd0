// Rotated copies: an image that stands still at an angle is painted from one, on whole pixels.

import { ensureLevel, finishLevel } from './finish-image.ts';
import { Image, initSingleLevel, rowBytes } from './image.ts';
import { centreOf, interpolate, levelFor, storePixel } from './sample-image.ts';

/** Makes a copy of w×h pixels, with the image scaled and then rotated about the centre. Negative scales mirror it. */
export function rotateImage(target: Image, image: Image, scaleX: f64, scaleY: f64, angle: f64, w: i32, h: i32): void {
  const number = levelFor(image, Math.min(Math.abs(scaleX), Math.abs(scaleY)));
  const source = ensureLevel(image, number);
  const stride = <usize>rowBytes(source.width);
  const limitX = <f32>(source.width + 1);
  const limitY = <f32>(source.height + 1);
  // In padded coordinates of pixel centres.
  const centreX = <f32>(centreOf(image.width, number) + 0.5);
  const centreY = <f32>(centreOf(image.height, number) + 0.5);
  const perPixelX = 1 / (scaleX * <f64>(1 << number));
  const perPixelY = 1 / (scaleY * <f64>(1 << number));
  const ua = <f32>(Math.cos(angle) * perPixelX);
  const ub = <f32>(Math.sin(angle) * perPixelX);
  const va = <f32>(-Math.sin(angle) * perPixelY);
  const vb = <f32>(Math.cos(angle) * perPixelY);
  const level = initSingleLevel(target, w, h);
  for (let y = 0; y < h; y++) {
    const down = <f32>y + 0.5 - <f32>h / 2;
    let to = level.pixelAt(0, y);
    for (let x = 0; x < w; x++, to += 4) {
      const across = <f32>x + 0.5 - <f32>w / 2;
      const u = centreX + ua * across + ub * down;
      const v = centreY + va * across + vb * down;
      const isInside = u >= 0 && v >= 0 && u < limitX && v < limitY;
      const left = <i32>u;
      const top = <i32>v;
      const from = source.pixels + <usize>top * stride + ((<usize>left) << 2);
      storePixel(to, isInside ? interpolate(from, stride, u - <f32>left, v - <f32>top) : f32x4.splat(0));
    }
  }
  finishLevel(target);
}
