import type { ElementName, Font, FontName, Glyph, Skin, SkinImage } from '../../game/skin/index.ts';
import type { ImageName } from './display-list/display-list.ts';

/** A skin's image as the scene needs it: its name and how large it is in skin pixels. */
export interface Drawn {
  readonly image: ImageName;
  readonly width: number;
  readonly height: number;
}

export interface DrawnElement {
  readonly frames: readonly [Drawn, ...Drawn[]];
  readonly framesPerSecond: number | null;
}

/** The frame an element shows when it has been shown for so many milliseconds, over and over. */
export function frameOf({ frames, framesPerSecond }: DrawnElement, elapsedMs: number): Drawn {
  if (framesPerSecond === null || frames.length === 1) return frames[0];
  const frame = Math.floor((elapsedMs * framesPerSecond) / 1000) % frames.length;
  return frames[frame < 0 ? frame + frames.length : frame]!;
}

export interface DrawnFont {
  readonly glyphs: Readonly<Partial<Record<Glyph, Drawn>>>;
  readonly overlap: number;
}

/** The skin's elements with their sizes. Everything it hands out once is listed in `used`, to be loaded by name. */
export interface Pictures {
  element(name: ElementName): DrawnElement | null;
  font(name: FontName): DrawnFont | null;
  /** Every image the scene has asked for, by the name lists use. */
  readonly used: ReadonlyMap<ImageName, SkinImage>;
}

/** `sizeOf` gives an image's size in its own pixels; null where it cannot be read, which counts as absent. */
export function createPictures(
  skin: Skin,
  sizeOf: (image: SkinImage) => { width: number; height: number } | null,
): Pictures {
  const used = new Map<ImageName, SkinImage>();
  const elements = new Map<ElementName, DrawnElement | null>();
  const fonts = new Map<FontName, DrawnFont | null>();

  function draw(image: SkinImage): Drawn | null {
    const size = sizeOf(image);
    if (size === null) return null;
    const name = `${image.source}/${image.file}`;
    used.set(name, image);
    return { image: name, width: size.width * image.scale, height: size.height * image.scale };
  }

  function element(name: ElementName): DrawnElement | null {
    const known = elements.get(name);
    if (known !== undefined) return known;
    const found = skin.element(name);
    const frames = found?.frames.map(draw).filter((frame) => frame !== null) ?? [];
    const [first, ...rest] = frames;
    const drawn = found && first ? { frames: [first, ...rest] as const, framesPerSecond: found.framesPerSecond } : null;
    elements.set(name, drawn);
    return drawn;
  }

  function font(name: FontName): DrawnFont | null {
    const known = fonts.get(name);
    if (known !== undefined) return known;
    const found = skin.font(name);
    const drawn = found && { glyphs: drawGlyphs(found), overlap: found.overlap };
    fonts.set(name, drawn);
    return drawn;
  }

  function drawGlyphs(found: Font): DrawnFont['glyphs'] {
    const glyphs: Partial<Record<Glyph, Drawn>> = {};
    for (const [glyph, image] of Object.entries(found.glyphs) as [Glyph, SkinImage][]) {
      const drawn = draw(image);
      if (drawn) glyphs[glyph] = drawn;
    }
    return glyphs;
  }

  return { element, font, used };
}
