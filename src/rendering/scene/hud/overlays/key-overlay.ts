import { lastAtOrBefore } from '../../../../game/binary-search.ts';
import type { KeyPlay } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad } from '../../animation/easing.ts';
import { createTween, type Tween, tweenAt } from '../../animation/tween.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import { digitsWidth, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SizedFont, SizedImage } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawImage, drawLabel, topLeft, type Ui } from '../ui.ts';

/** The keys at the right edge, with the number of presses of each. */
export interface KeyOverlay {
  readonly keys: readonly Key[];
  readonly background: SizedImage | null;
  readonly look: KeyLook;
}

interface Key {
  readonly play: KeyPlay;
  readonly pressed: Tween;
  readonly active: Rgb;
  readonly draw: CachedDraw<KeyState>;
}

/** What all keys share. */
interface KeyLook {
  readonly image: SizedImage | null;
  readonly font: SizedFont | null;
  readonly textColour: Rgb;
}

interface KeyState {
  readonly ui: Ui;
  readonly look: KeyLook;
  /** The y of its centre. */
  readonly y: number;
  readonly text: string;
  readonly active: Rgb;
  /** How far it is pressed, 0 to 1. */
  readonly pressed: number;
}

/** The distance of the overlay's top above the centre of the screen. */
const topOffset = 64;
const firstKey = 30.4;
const keySpacing = 47.2;
const fromRight = 24;
const pressMs = 100;
const pressedSize = 0.8;
const nameSize = 15;
/** Some skins have keys of a single pixel: counts always have at least this width, and longer ones are scaled down. */
const minKeyWidth = 43;
const textWidthFraction = 0.8;
const yellow = { r: 255, g: 222, b: 0 };
const pink = { r: 248, g: 0, b: 158 };

/** Prepares the key overlay. */
export function createKeyOverlay({ play, pictures, skinIni }: SceneInput): KeyOverlay {
  return {
    keys: play.keys.map((key) => ({
      play: key,
      pressed: createTween(0, pressesOf(key), { duration: () => pressMs * play.map.clockRate, ease: outQuad }),
      active: key.name.startsWith('M') ? pink : yellow,
      draw: cacheLast(drawKey),
    })),
    background: pictures.image('inputoverlay-background'),
    look: {
      image: pictures.image('inputoverlay-key'),
      font: pictures.font('scoreEntry'),
      textColour: skinIni.colours.inputOverlayText,
    },
  };
}

/** Draws the key overlay. */
export function drawKeyOverlay(list: DisplayList, ui: Ui, overlay: KeyOverlay, t: Millis): void {
  const { uiWidth, uiHeight, uiPx } = ui.viewport;
  const top = uiHeight / 2 - topOffset;
  if (overlay.background) {
    const at = ui.viewport.ui(uiWidth, top);
    list.sprite(overlay.background.image, {
      at,
      origin: topLeft,
      rotation: Math.PI / 2,
      scale: uiPx * 1.05,
      scaleY: uiPx,
    });
  }
  for (const [i, { play, pressed, active, draw }] of overlay.keys.entries()) {
    const y = top + firstKey + keySpacing * i;
    draw(list, { ui, look: overlay.look, y, text: labelOf(play, t), active, pressed: tweenAt(pressed, t) });
  }
}

function drawKey(list: DisplayList, { ui, look, y, text, active, pressed }: KeyState): void {
  const { image } = look;
  const x = ui.viewport.uiWidth - fromRight;
  const scale = lerp(1, pressedSize, pressed);
  const still = pressed === 0 || pressed === 1;
  if (image) drawImage(list, ui, image, { x, y, scale, tint: tintOf(active, pressed), still });
  const maxWidth = Math.max(minKeyWidth, image?.width ?? 0) * textWidthFraction;
  drawCount(list, ui, look, { x, y, text, maxWidth, scale, still });
}

/** The name of a key until its first press, then the number of presses. */
function labelOf({ name, downs, counts }: KeyPlay, t: Millis): string {
  const press = lastAtOrBefore(downs, t);
  const count = press < 0 ? 0 : counts[press]!;
  return count === 0 ? name : String(count);
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** At a scale of 1. */
  readonly maxWidth: number;
  readonly scale: number;
  readonly still: boolean;
}

function drawCount(
  list: DisplayList,
  ui: Ui,
  { font, textColour }: KeyLook,
  { x, y, text, maxWidth, scale, still }: Label,
): void {
  if (font && /^\d+$/.test(text)) {
    const scalePx = ui.viewport.uiPx * scale * Math.min(1, maxWidth / digitsWidth(font, text));
    const at = ui.viewport.ui(x, y);
    drawDigits(list, font, text, { at, align: 'centre', scale: scalePx, tint: textColour, still });
  } else {
    const size = nameSize * scale;
    drawLabel(list, ui, text, {
      x,
      y: y + size * 0.36,
      size,
      align: 'centre',
      colour: textColour,
      shadow: false,
    });
  }
}

function pressesOf({ downs, ups }: KeyPlay): { time: Millis; to: number }[] {
  return Array.from(downs.keys()).flatMap((i) => [
    { time: downs[i]!, to: 1 },
    { time: ups[i]!, to: 0 },
  ]);
}

function tintOf({ r, g, b }: Rgb, pressed: number): Rgb {
  return { r: lerp(255, r, pressed), g: lerp(255, g, pressed), b: lerp(255, b, pressed) };
}
