import type { Rgb } from '../../../game/units.ts';

/** The name of an image (`hitcircle`, `score-7`, `background`); only a compositor holds pixels. */
export type ImageName = string;

/** A point of the frame, in pixels, y down. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the frame, in pixels. */
export interface ScreenRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where and how an image is drawn. */
export interface SpriteLook {
  /** The position of the sprite's origin. */
  readonly at: ScreenPoint;
  /** Screen pixels per skin pixel (an `@2x` image counts half); negative mirrors. */
  readonly scale: number;
  /** The vertical scale, if it differs. */
  readonly scaleY?: number;
  /** The point of the image that lies at `at`, as a fraction of its size; the centre by default. */
  readonly origin?: ScreenPoint;
  /** Radians, clockwise. */
  readonly rotation?: number;
  /** The angle, in radians, by which it rotates around its centre during the exposure, centred on `rotation`. */
  readonly sweep?: number;
  readonly alpha?: number;
  /** Multiplied with the image; white by default. */
  readonly tint?: Rgb;
  /** Adds light to what lies below instead of covering it. */
  readonly additive?: boolean;
  /** Does not move or scale for some time: drawn on whole pixels, from a cached copy of this size. */
  readonly still?: boolean;
  /** Keeps its size for some time, but may move: drawn from a cached copy of this size. */
  readonly steady?: boolean;
  /** The visible part, as fractions of the image's size; cropping does not move the image. */
  readonly crop?: ScreenRect;
}

/** The visible part of a slider body, from `from` to `to` as fractions of its path length. */
export interface BodyLook {
  readonly from: number;
  readonly to: number;
  readonly alpha: number;
  /** Multiplied with its colours; white by default. */
  readonly tint?: Rgb;
  /** Merged with the other merged bodies of the list: where they overlap, the one with the nearest path is visible. */
  readonly merged?: boolean;
}

/** A slider body, shaded by the distance to its path; constant for the whole scene. */
export interface Body {
  /** In screen pixels. */
  readonly path: readonly ScreenPoint[];
  readonly radiusPx: number;
  readonly border: Rgb;
  /** The track's colour at its edge and at its centre line, and its opacity. */
  readonly outer: Rgb;
  readonly inner: Rgb;
  readonly trackAlpha: number;
}

/** How an area is filled. */
export interface FillLook {
  readonly colour: Rgb;
  readonly alpha?: number;
  readonly additive?: boolean;
}

/** An image with its look. */
export interface SpriteItem extends SpriteLook {
  readonly kind: 'sprite';
  readonly image: ImageName;
}

/** How an image looks at one moment of the exposure; it may be another image than at the other moments. */
export interface MomentLook extends SpriteLook {
  readonly image?: ImageName;
}

/** One drawing operation. */
export type DisplayItem =
  | SpriteItem
  /** An image that moves during the exposure: the average of all its looks. Null where it does not exist. */
  | { readonly kind: 'motion'; readonly image: ImageName; readonly looks: readonly (MomentLook | null)[] }
  /** Sprites that move as a group during the exposure: `path` has their offset at each sample, in pixels. */
  | { readonly kind: 'streak'; readonly sprites: readonly SpriteItem[]; readonly path: readonly (ScreenPoint | null)[] }
  | ({ readonly kind: 'body'; readonly body: Body } & BodyLook)
  | ({ readonly kind: 'fill'; readonly rect: ScreenRect } & FillLook)
  /** A pie slice: from twelve o'clock, `sweep` of a full turn clockwise (negative: counterclockwise). */
  | ({ readonly kind: 'pie'; readonly at: ScreenPoint; readonly radiusPx: number; readonly sweep: number } & FillLook)
  /** Darkness with a soft hole: black outside `outerPx`, clear within `innerPx`. */
  | {
      readonly kind: 'spotlight';
      readonly at: ScreenPoint;
      readonly innerPx: number;
      readonly outerPx: number;
      readonly alpha: number;
    };

/** Receives sprites, back to front. */
export interface Sprites {
  sprite(image: ImageName, look: SpriteLook): void;
}

/** What to draw, back to front. Plain data underneath: it prints, compares and posts to a worker. */
export interface DisplayList extends Sprites {
  readonly items: readonly DisplayItem[];
  motion(image: ImageName, looks: readonly (MomentLook | null)[]): void;
  streak(sprites: readonly SpriteItem[], path: readonly (ScreenPoint | null)[]): void;
  body(body: Body, look: BodyLook): void;
  fill(rect: ScreenRect, look: FillLook): void;
  pie(slice: { at: ScreenPoint; radiusPx: number; sweep: number }, look: FillLook): void;
  spotlight(light: { at: ScreenPoint; innerPx: number; outerPx: number; alpha: number }): void;
  /** Adds the items of another list. */
  append(items: readonly DisplayItem[]): void;
}

/** A lower opacity changes no 8-bit channel. */
const minVisibleAlpha = 1 / 512;

/** Creates an empty display list. It skips invisible items, so that drawing code need not test for them. */
export function createDisplayList(): DisplayList {
  const items: DisplayItem[] = [];
  return {
    items,
    sprite: (image, look) => pushSprite(items, image, look),
    motion(image, looks) {
      const visible = looks.map((look) => (look && isVisible(look.alpha) && look.scale !== 0 ? look : null));
      if (visible.some((look) => look !== null)) items.push({ kind: 'motion', image, looks: visible });
    },
    streak(sprites, path) {
      if (sprites.length > 0 && path.some((point) => point !== null)) items.push({ kind: 'streak', sprites, path });
    },
    body(body, { from, to, alpha, tint, merged }) {
      if (isVisible(alpha) && to >= from) items.push({ kind: 'body', body, from, to, alpha, tint, merged });
    },
    fill(rect, { colour, alpha, additive }) {
      if (isVisible(alpha) && rect.width > 0 && rect.height > 0)
        items.push({ kind: 'fill', rect, colour, alpha, additive });
    },
    pie({ at, radiusPx, sweep }, { colour, alpha, additive }) {
      if (isVisible(alpha) && sweep !== 0) items.push({ kind: 'pie', at, radiusPx, sweep, colour, alpha, additive });
    },
    spotlight(light) {
      if (isVisible(light.alpha)) items.push({ kind: 'spotlight', ...light });
    },
    append(others) {
      for (const item of others) items.push(item);
    },
  };
}

/** The sprites that `draw` adds. */
export function spritesOf(draw: (sprites: Sprites) => void): readonly SpriteItem[] {
  const items: SpriteItem[] = [];
  draw({ sprite: (image, look) => pushSprite(items, image, look) });
  return items;
}

const isVisible = (alpha = 1) => alpha >= minVisibleAlpha;

function pushSprite(items: { push(item: SpriteItem): unknown }, image: ImageName, look: SpriteLook): void {
  if (isVisible(look.alpha) && look.scale !== 0 && look.scaleY !== 0) items.push(spriteItem(image, look));
}

/**
 * Returns an image with its look. Every sprite has all fields in the same order: a frame has hundreds of them, and objects of
 * one shape are several times as fast to read and write.
 */
export function spriteItem(image: ImageName, look: SpriteLook): SpriteItem {
  const { at, scale, scaleY, origin, rotation, sweep, alpha, tint, additive, still, steady, crop } = look;
  return {
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
  };
}
