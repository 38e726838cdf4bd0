import type { Rgb } from '../../../game/units.ts';

/** A picture by name (`hitcircle`, `score-7`, `background`); only a compositor holds pixels. */
export type ImageName = string;

/** A point of the output picture, in pixels, y down. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export interface ScreenRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface SpriteLook {
  /** Where the sprite's origin comes to lie. */
  readonly at: ScreenPoint;
  /** Screen pixels per skin pixel (a picture of `@2x` size counts half); negative mirrors. */
  readonly scale: number;
  /** Vertical scale where it differs. */
  readonly scaleY?: number;
  /** The point of the picture that lies at `at`, as a fraction of its size; the centre unless said. */
  readonly origin?: ScreenPoint;
  /** Radians, clockwise. */
  readonly rotation?: number;
  /** Radians it turns about its middle while the picture is taken, half of them before it has its rotation and half after. */
  readonly sweep?: number;
  readonly alpha?: number;
  /** Multiplied with the picture; white unless said. */
  readonly tint?: Rgb;
  /** Light is added to what lies below instead of covering it. */
  readonly additive?: boolean;
  /** Stands where it is at this size for more than a moment: drawn on whole pixels, from a copy made at this size. */
  readonly still?: boolean;
  /** Keeps this size for more than a moment, wherever it moves: drawn from a copy made at this size. */
  readonly steady?: boolean;
  /** The visible part, as fractions of the picture's size; the rest is left out without moving anything. */
  readonly crop?: ScreenRect;
}

/** A slider's body: shaded by distance to its path, of which the stretch from `from` to `to` (fractions of its length) shows. */
export interface BodyLook {
  readonly from: number;
  readonly to: number;
  readonly alpha: number;
  /** One with the other merged bodies of the list: where they overlap, only the one whose path is nearest shows. */
  readonly merged?: boolean;
}

/** What a body looks like, fixed for the whole show. */
export interface Body {
  /** In screen pixels. */
  readonly path: readonly ScreenPoint[];
  readonly radiusPx: number;
  readonly border: Rgb;
  /** Colour of the track at its edge and at its centre line, and how much of it covers. */
  readonly outer: Rgb;
  readonly inner: Rgb;
  readonly trackAlpha: number;
}

export interface FillLook {
  readonly colour: Rgb;
  readonly alpha?: number;
  readonly additive?: boolean;
}

export interface SpriteItem extends SpriteLook {
  readonly kind: 'sprite';
  readonly image: ImageName;
}

export type DisplayItem =
  | SpriteItem
  /** A picture that moves while it is taken: all its looks are seen one through the other. Null: it is not there. */
  | { readonly kind: 'motion'; readonly image: ImageName; readonly looks: readonly (SpriteLook | null)[] }
  /** The same for what moves as a whole: its sprites, and how far they are at each moment from where these say, in pixels. */
  | { readonly kind: 'streak'; readonly sprites: readonly SpriteItem[]; readonly path: readonly (ScreenPoint | null)[] }
  | ({ readonly kind: 'body'; readonly body: Body } & BodyLook)
  | ({ readonly kind: 'fill'; readonly rect: ScreenRect } & FillLook)
  /** A slice of a disc: from twelve o'clock, `sweep` of a full turn clockwise (negative: anticlockwise). */
  | ({ readonly kind: 'pie'; readonly at: ScreenPoint; readonly radiusPx: number; readonly sweep: number } & FillLook)
  /** Darkness everywhere but in a soft hole. Fully dark outside `outerPx`, undarkened within `innerPx`. */
  | {
      readonly kind: 'spotlight';
      readonly at: ScreenPoint;
      readonly innerPx: number;
      readonly outerPx: number;
      readonly alpha: number;
    };

/** Takes sprites, back to front. */
export interface Sprites {
  sprite(image: ImageName, look: SpriteLook): void;
}

/** What to draw, back to front. Plain data underneath: it prints, compares and posts to a worker. */
export interface DisplayList extends Sprites {
  readonly items: readonly DisplayItem[];
  motion(image: ImageName, looks: readonly (SpriteLook | null)[]): void;
  streak(sprites: readonly SpriteItem[], path: readonly (ScreenPoint | null)[]): void;
  body(body: Body, look: BodyLook): void;
  fill(rect: ScreenRect, look: FillLook): void;
  pie(slice: { at: ScreenPoint; radiusPx: number; sweep: number }, look: FillLook): void;
  spotlight(light: { at: ScreenPoint; innerPx: number; outerPx: number; alpha: number }): void;
  /** What another list has. */
  again(items: readonly DisplayItem[]): void;
}

/** Below this, no eight bits of a picture change. */
const leastAlpha = 1 / 512;

/** Invisible things are left out here, once, so that no scene code has to ask. */
export function createDisplayList(): DisplayList {
  const items: DisplayItem[] = [];
  return {
    items,
    sprite: (image, look) => pushSprite(items, image, look),
    motion(image, looks) {
      const seen = looks.map((look) => (look && isSeen(look.alpha) && look.scale !== 0 ? look : null));
      if (seen.some((look) => look !== null)) items.push({ kind: 'motion', image, looks: seen });
    },
    streak(sprites, path) {
      if (sprites.length > 0 && path.some((point) => point !== null)) items.push({ kind: 'streak', sprites, path });
    },
    body(body, look) {
      if (isSeen(look.alpha) && look.to >= look.from) items.push({ kind: 'body', body, ...look });
    },
    fill(rect, { colour, alpha, additive }) {
      if (isSeen(alpha) && rect.width > 0 && rect.height > 0)
        items.push({ kind: 'fill', rect, colour, alpha, additive });
    },
    pie(slice, look) {
      if (isSeen(look.alpha) && slice.sweep !== 0) items.push({ kind: 'pie', ...slice, ...look });
    },
    spotlight(light) {
      if (isSeen(light.alpha)) items.push({ kind: 'spotlight', ...light });
    },
    again(others) {
      for (const item of others) items.push(item);
    },
  };
}

/** The sprites something is made of at one moment. */
export function spritesOf(draw: (sprites: Sprites) => void): readonly SpriteItem[] {
  const items: SpriteItem[] = [];
  draw({ sprite: (image, look) => pushSprite(items, image, look) });
  return items;
}

const isSeen = (alpha = 1) => alpha >= leastAlpha;

/**
 * Every sprite has all fields in one order: a frame has hundreds of them, and objects of one shape are read and written
 * several times as fast.
 */
function pushSprite(items: { push(item: SpriteItem): unknown }, image: ImageName, look: SpriteLook): void {
  const { at, scale, scaleY, origin, rotation, sweep, alpha, tint, additive, still, steady, crop } = look;
  if (isSeen(alpha) && scale !== 0 && scaleY !== 0)
    items.push({
      kind: 'sprite',
      image,
      at,
      scale,
      scaleY,
      origin,
      rotation,
      sweep,
      alpha,
      tint,
      additive,
      still,
      steady,
      crop,
    });
}
