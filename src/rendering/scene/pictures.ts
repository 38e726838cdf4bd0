import type { ElementName, Font, FontName, Glyph, Skin, SkinImage } from '../../game/skin/index.ts';
import type { ImageName } from './display-list/display-list.ts';

/** An image with its size in skin pixels. */
export interface SizedImage {
  readonly image: ImageName;
  readonly width: number;
  readonly height: number;
}

/** A skin element: one image, or the frames of an animation. */
export interface SizedElement {
  readonly frames: readonly [SizedImage, ...SizedImage[]];
  readonly framesPerSecond: number | null;
}

/** The skin that an image comes from: `beatmap`, `user` or `default`. */
export function sourceOf({ image }: SizedImage): string {
  return image.slice(0, image.indexOf('/'));
}

/** The frame of a looping animation. */
export function animationFrame({ frames, framesPerSecond }: SizedElement, elapsedMs: number): SizedImage {
  if (framesPerSecond === null || frames.length === 1) return frames[0];
  const frame = Math.floor((elapsedMs * framesPerSecond) / 1000) % frames.length;
  return frames[frame < 0 ? frame + frames.length : frame]!;
}

/** The frame of an animation that plays once and stays at its last frame. */
export function animationFrameOnce({ frames, framesPerSecond }: SizedElement, elapsedMs: number): SizedImage {
  const frame = Math.floor((elapsedMs * (framesPerSecond ?? 0)) / 1000);
  return frames[Math.min(frame, frames.length - 1)]!;
}

/** A skin font: one image per glyph. */
export interface SizedFont {
  readonly glyphs: Readonly<Partial<Record<Glyph, SizedImage>>>;
  readonly overlap: number;
}

/**
 * The skin's elements and fonts with their sizes. Every image it returns is added to `used`, so that it can be loaded
 * by name.
 */
export interface Pictures {
  element(name: ElementName): SizedElement | null;
  /** The first frame of an element. */
  image(name: ElementName): SizedImage | null;
  /** The image of an element where it does not move. */
  still(name: ElementName): SizedImage | null;
  font(name: FontName): SizedFont | null;
  /** Every image looked up so far, by its name in display lists. */
  readonly used: ReadonlyMap<ImageName, SkinImage>;
}

/**
 * Looks elements up in a skin. `sizeOf` returns an image's size in its own pixels, or null if the image cannot be read,
 * which makes it absent.
 */
export function createPictures(
  skin: Skin,
  sizeOf: (image: SkinImage) => { width: number; height: number } | null,
): Pictures {
  const used = new Map<ImageName, SkinImage>();
  const elements = new Map<ElementName, SizedElement | null>();
  const fonts = new Map<FontName, SizedFont | null>();

  function withSize(image: SkinImage): SizedImage | null {
    const size = sizeOf(image);
    if (size === null) return null;
    const name = `${image.source}/${image.file}`;
    used.set(name, image);
    return { image: name, width: size.width * image.scale, height: size.height * image.scale };
  }

  function element(name: ElementName): SizedElement | null {
    const cached = elements.get(name);
    if (cached !== undefined) return cached;
    const found = skin.element(name);
    const frames = found?.frames.map(withSize).filter((frame) => frame !== null) ?? [];
    const [first, ...rest] = frames;
    const sized = found && first ? { frames: [first, ...rest] as const, framesPerSecond: found.framesPerSecond } : null;
    elements.set(name, sized);
    return sized;
  }

  function font(name: FontName): SizedFont | null {
    const cached = fonts.get(name);
    if (cached !== undefined) return cached;
    const found = skin.font(name);
    const sized = found && { glyphs: glyphsWithSize(found), overlap: found.overlap };
    fonts.set(name, sized);
    return sized;
  }

  function glyphsWithSize(found: Font): SizedFont['glyphs'] {
    const glyphs: Partial<Record<Glyph, SizedImage>> = {};
    for (const [glyph, image] of Object.entries(found.glyphs) as [Glyph, SkinImage][]) {
      const sized = withSize(image);
      if (sized) glyphs[glyph] = sized;
    }
    return glyphs;
  }

  function still(name: ElementName): SizedImage | null {
    const found = skin.still(name);
    return found && withSize(found);
  }

  return { element, image: (name) => element(name)?.frames[0] ?? null, still, font, used };
}
