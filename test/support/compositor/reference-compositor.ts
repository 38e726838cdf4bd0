import type { Rgb } from '../../../src/game/units.ts';
import type { Picture } from '../../../src/rendering/compositor/index.ts';
import type { Body, DisplayItem, DisplayList, ScreenPoint, SpriteItem } from '../../../src/rendering/scene/index.ts';

/**
 * A compositor without any optimisation, to compare the kernel with: every pixel of every item in floating point, without
 * tiles, levels or tables.
 */
export function composeReference(
  list: DisplayList,
  images: ReadonlyMap<string, Picture>,
  size: { width: number; height: number },
): Float64Array {
  const frame = new Float64Array(size.width * size.height * 3);
  for (const item of list.items) {
    const lightAt = lightOf(item, images);
    const isAdditive = 'additive' in item && item.additive === true;
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const light = lightAt({ x: x + 0.5, y: y + 0.5 }, { x, y });
        if (light) blend(frame, (y * size.width + x) * 3, light, isAdditive);
      }
    }
  }
  return frame;
}

/** Premultiplied colour, 0 to 255, and alpha, 0 to 1. */
type Light = { r: number; g: number; b: number; a: number };

/** The light of an item at a pixel; null where the item is transparent. */
type LightAt = (centre: ScreenPoint, corner: ScreenPoint) => Light | null;

function blend(frame: Float64Array, at: number, light: Light, additive: boolean): void {
  const visible = additive ? 1 : 1 - light.a;
  frame[at] = Math.min(255, frame[at]! * visible + light.r);
  frame[at + 1] = Math.min(255, frame[at + 1]! * visible + light.g);
  frame[at + 2] = Math.min(255, frame[at + 2]! * visible + light.b);
}

function lightOf(item: DisplayItem, images: ReadonlyMap<string, Picture>): LightAt {
  switch (item.kind) {
    case 'motion':
      return mean(
        item.looks.map((look) => (look ? [{ kind: 'sprite', image: item.image, ...look }] : [])),
        images,
      );
    case 'streak':
      // The sprites move by whole pixels.
      return mean(
        item.path.map((point) => (point ? item.sprites.map((sprite) => moved(sprite, point)) : [])),
        images,
      );
    case 'sprite':
      return spriteLight(item, images.get(item.image)!);
    case 'body':
      return (centre) => shade(item.body, item.body.path, centre, item.alpha);
    case 'fill':
      return (_, corner) => {
        const { left, top, width, height } = item.rect;
        const across = Math.min(left + width, corner.x + 1) - Math.max(left, corner.x);
        const down = Math.min(top + height, corner.y + 1) - Math.max(top, corner.y);
        return across > 0 && down > 0 ? plain(item.colour, (item.alpha ?? 1) * across * down) : null;
      };
    case 'pie':
      return (_, corner) => {
        // Coverage is counted over eight by eight points in the pixel.
        let inside = 0;
        for (let i = 0; i < 64; i++) {
          const x = corner.x + ((i % 8) + 0.5) / 8 - item.at.x;
          const y = corner.y + (Math.floor(i / 8) + 0.5) / 8 - item.at.y;
          const turn = (Math.atan2(item.sweep < 0 ? -x : x, -y) / (2 * Math.PI) + 1) % 1;
          if (Math.hypot(x, y) <= item.radiusPx && turn <= Math.abs(item.sweep)) inside++;
        }
        return plain(item.colour, ((item.alpha ?? 1) * inside) / 64);
      };
    case 'spotlight':
      return (centre) => {
        const distance = Math.hypot(centre.x - item.at.x, centre.y - item.at.y);
        const edge = Math.max(0, Math.min(1, (distance - item.innerPx) / Math.max(item.outerPx - item.innerPx, 1)));
        return plain({ r: 0, g: 0, b: 0 }, edge * edge * (3 - 2 * edge) * item.alpha);
      };
  }
}

function spriteLight(item: SpriteItem, picture: Picture): LightAt {
  const cos = Math.cos(item.rotation ?? 0);
  const sin = Math.sin(item.rotation ?? 0);
  const { crop } = item;
  return (centre) => {
    const dx = centre.x - item.at.x;
    const dy = centre.y - item.at.y;
    const u = ((dx * cos + dy * sin) / item.scale) * picture.density + (item.origin?.x ?? 0.5) * picture.width;
    const v =
      ((dy * cos - dx * sin) / (item.scaleY ?? item.scale)) * picture.density +
      (item.origin?.y ?? 0.5) * picture.height;
    if (u <= -0.5 || v <= -0.5 || u >= picture.width + 0.5 || v >= picture.height + 0.5) return null;
    if (crop) {
      if (u < crop.left * picture.width || u >= (crop.left + crop.width) * picture.width) return null;
      if (v < crop.top * picture.height || v >= (crop.top + crop.height) * picture.height) return null;
    }
    return tinted(sample(picture, u, v), item.tint, item.alpha);
  };
}

function over(below: Light, light: Light | null, additive = false): Light {
  if (light === null) return below;
  const visible = additive ? 1 : 1 - light.a;
  return {
    r: Math.min(255, below.r * visible + light.r),
    g: Math.min(255, below.g * visible + light.g),
    b: Math.min(255, below.b * visible + light.b),
    a: additive ? below.a : below.a * visible + light.a,
  };
}

/** The mean of moments with equal weights; each moment is a stack of sprites. */
function mean(moments: readonly (readonly SpriteItem[])[], images: ReadonlyMap<string, Picture>): LightAt {
  const stacks = moments.map((moment) =>
    moment.map((sprite) => ({
      lightAt: spriteLight(sprite, images.get(sprite.image)!),
      isAdditive: sprite.additive === true,
    })),
  );
  return (centre, corner) => {
    const sum = { r: 0, g: 0, b: 0, a: 0 };
    for (const stack of stacks) {
      let light: Light = { r: 0, g: 0, b: 0, a: 0 };
      for (const { lightAt, isAdditive } of stack) light = over(light, lightAt(centre, corner), isAdditive);
      sum.r += light.r / moments.length;
      sum.g += light.g / moments.length;
      sum.b += light.b / moments.length;
      sum.a += light.a / moments.length;
    }
    return sum;
  };
}

function moved(sprite: SpriteItem, by: ScreenPoint): SpriteItem {
  const whole = (offset: number) => Math.sign(offset) * Math.round(Math.abs(offset));
  return { ...sprite, at: { x: sprite.at.x + whole(by.x), y: sprite.at.y + whole(by.y) } };
}

const plain = (colour: Rgb, a: number): Light => ({ r: colour.r * a, g: colour.g * a, b: colour.b * a, a });

function tinted(light: Light, tint: Rgb = { r: 255, g: 255, b: 255 }, alpha = 1): Light {
  return {
    r: (light.r * tint.r * alpha) / 255,
    g: (light.g * tint.g * alpha) / 255,
    b: (light.b * tint.b * alpha) / 255,
    a: light.a * alpha,
  };
}

/** Interpolates between pixel centres; the outside of the picture is transparent. */
function sample(picture: Picture, u: number, v: number): Light {
  const left = Math.floor(u - 0.5);
  const top = Math.floor(v - 0.5);
  const across = u - 0.5 - left;
  const down = v - 0.5 - top;
  const sum = { r: 0, g: 0, b: 0, a: 0 };
  for (let corner = 0; corner < 4; corner++) {
    const [right, below] = [corner & 1, corner >> 1];
    const [x, y] = [left + right, top + below];
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
    const at = (y * picture.width + x) * 4;
    const weight = (right ? across : 1 - across) * (below ? down : 1 - down);
    const a = (picture.rgba[at + 3]! / 255) * weight;
    sum.r += picture.rgba[at]! * a;
    sum.g += picture.rgba[at + 1]! * a;
    sum.b += picture.rgba[at + 2]! * a;
    sum.a += a;
  }
  return sum;
}

function shade(body: Body, path: readonly ScreenPoint[], at: ScreenPoint, alpha: number): Light | null {
  let nearest = Number.POSITIVE_INFINITY;
  path.forEach((b, i) => {
    const a = path[Math.max(0, i - 1)]!;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const square = dx * dx + dy * dy;
    const t = square > 0 ? Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / square)) : 0;
    nearest = Math.min(nearest, Math.hypot(at.x - a.x - t * dx, at.y - a.y - t * dy));
  });
  const position = 1 - nearest / body.radiusPx;
  if (position <= 0) return null;
  if (position < 5 / 64) return plain({ r: 0, g: 0, b: 0 }, (position / (5 / 64)) * 0.25 * alpha);
  if (position < 12 / 64) return plain(body.border, alpha);
  const inwards = (position - 12 / 64) / (52 / 64);
  const between = (from: number, to: number) => from + (to - from) * inwards;
  const { outer, inner } = body;
  const colour = { r: between(outer.r, inner.r), g: between(outer.g, inner.g), b: between(outer.b, inner.b) };
  return plain(colour, body.trackAlpha * alpha);
}
