import type { KeyPlay } from '../../../../game/play/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { lerp, outQuad } from '../../animation/easing.ts';
import { createTween, lastAtOrBefore, type Tween, tweenAt } from '../../animation/tween.ts';
import { cacheLast, type DrawShown } from '../../display-list/cache-last.ts';
import { digitsWidth, drawDigits } from '../../display-list/digits.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { Drawn, DrawnFont } from '../../pictures.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawLabel, drawPicture, topLeft, type Ui } from '../ui.ts';

/** The keys at the right edge, with how often each was pressed. */
export interface KeyOverlay {
  readonly keys: readonly Key[];
  readonly ground: Drawn | null;
  readonly look: KeyLook;
}

interface Key {
  readonly play: KeyPlay;
  readonly pressed: Tween;
  readonly active: Rgb;
  readonly draw: DrawShown<KeyShown>;
}

/** What all keys have in common. */
interface KeyLook {
  readonly picture: Drawn | null;
  readonly font: DrawnFont | null;
  readonly textColour: Rgb;
}

interface KeyShown {
  readonly ui: Ui;
  readonly look: KeyLook;
  /** Of its middle. */
  readonly y: number;
  readonly text: string;
  readonly active: Rgb;
  /** How far it is pressed. */
  readonly amount: number;
}

/** Above the middle of the screen. */
const rise = 64;
const firstKey = 30.4;
const keySpacing = 47.2;
const fromRight = 24;
const pressMs = 100;
const pressedSize = 0.8;
const letters = 15;
/** Skins have room for so many; fewer stand in the middle of it. */
const places = 4;
/** Some skins have keys of a single pixel; counts have this much room all the same, and larger ones are written smaller. */
const usualKey = 43;
const roomInKey = 0.8;
const yellow = { r: 255, g: 222, b: 0 };
const pink = { r: 248, g: 0, b: 158 };

export function createKeyOverlay({ play, pictures, skinIni }: SceneInput): KeyOverlay {
  return {
    keys: play.keys.map((key) => ({
      play: key,
      pressed: createTween(0, pressesOf(key), { duration: () => pressMs * play.map.clockRate, ease: outQuad }),
      active: key.name.startsWith('M') ? pink : yellow,
      draw: cacheLast(drawKey),
    })),
    ground: pictures.element('inputoverlay-background')?.frames[0] ?? null,
    look: {
      picture: pictures.element('inputoverlay-key')?.frames[0] ?? null,
      font: pictures.font('scoreEntry'),
      textColour: skinIni.colours.inputOverlayText,
    },
  };
}

export function drawKeyOverlay(list: DisplayList, ui: Ui, overlay: KeyOverlay, t: Millis): void {
  const { uiWidth, uiHeight, uiPx } = ui.viewport;
  const top = uiHeight / 2 - rise;
  if (overlay.ground) {
    const at = ui.viewport.ui(uiWidth, top);
    list.sprite(overlay.ground.image, { at, origin: topLeft, rotation: Math.PI / 2, scale: uiPx * 1.05, scaleY: uiPx });
  }
  const empty = (places - overlay.keys.length) / 2;
  for (const [i, { play, pressed, active, draw }] of overlay.keys.entries()) {
    const y = top + firstKey + keySpacing * (empty + i);
    draw(list, { ui, look: overlay.look, y, text: textOf(play, t), active, amount: tweenAt(pressed, t) });
  }
}

function drawKey(list: DisplayList, { ui, look, y, text, active, amount }: KeyShown): void {
  const { picture } = look;
  const x = ui.viewport.uiWidth - fromRight;
  const scale = lerp(1, pressedSize, amount);
  if (picture) {
    const still = amount === 0 || amount === 1;
    drawPicture(list, ui, picture, { x, y, scale, tint: mix(active, amount), still });
  }
  const room = Math.max(usualKey, picture?.width ?? 0) * roomInKey * scale;
  drawCount(list, ui, look, { x, y, text, room });
}

/** A key is called by its name until it has a count. */
function textOf({ name, downs, counts }: KeyPlay, t: Millis): string {
  const press = lastAtOrBefore(downs, t);
  const count = press < 0 ? 0 : counts[press]!;
  return count === 0 ? name : String(count);
}

function drawCount(
  list: DisplayList,
  ui: Ui,
  { font, textColour }: KeyLook,
  { x, y, text, room }: { x: number; y: number; text: string; room: number },
): void {
  if (font && /^\d+$/.test(text)) {
    const scale = ui.viewport.uiPx * Math.min(1, room / digitsWidth(font, text));
    const look = { align: 'centre', scale, tint: textColour, still: true } as const;
    drawDigits(list, font, text, { at: ui.viewport.ui(x, y), ...look });
  } else {
    const look = { size: letters, align: 'centre', colour: textColour, shadow: false } as const;
    drawLabel(list, ui, text, { x, y: y + letters * 0.36, ...look });
  }
}

function pressesOf({ downs, ups }: KeyPlay): { time: Millis; to: number }[] {
  return Array.from(downs.keys()).flatMap((i) => [
    { time: downs[i]!, to: 1 },
    { time: ups[i]!, to: 0 },
  ]);
}

function mix({ r, g, b }: Rgb, amount: number): Rgb {
  return { r: lerp(255, r, amount), g: lerp(255, g, amount), b: lerp(255, b, amount) };
}
