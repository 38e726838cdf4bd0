import { type ElementName, type ElementRule, elements } from './elements.ts';
import { type Font, type FontName, findFont } from './font.ts';
import { findHitSound, type HitSoundName } from './hit-sound.ts';
import type { SkinIni } from './skin-ini.ts';
import { findImage, findSound, type SkinImage, type SkinSound, type SkinSource } from './skin-source.ts';

/** The folders a play takes its looks and sounds from, the beatmap's first. Absent ones are null. */
export interface SkinLayers {
  readonly beatmap: SkinSource | null;
  readonly user: SkinSource | null;
  readonly default: SkinSource;
}

/** Which file shows or sounds what. */
export interface Skin {
  /** Of the user's skin, of the default one without it. */
  readonly ini: SkinIni;
  /** Null: no layer has it, and it is not drawn. An image of one pixel counts: it is how a skin hides an element. */
  element(name: ElementName): SkinElement | null;
  /** Which of the two spinners of the game is drawn; null: none. */
  readonly spinnerStyle: 'old' | 'new' | null;
  font(name: FontName): Font | null;
  /** The sound of a hit object, for which the beatmap's folder has rules of its own. */
  hitSound(wanted: HitSoundName): SkinSound | null;
  /** Any other sound, such as `combobreak` or `spinnerbonus`. */
  sound(name: string): SkinSound | null;
}

/** The images of an element, all from one layer; one of them when it does not move. */
export interface SkinElement {
  readonly frames: readonly [SkinImage, ...SkinImage[]];
  /** Null: it does not move, or the scene picks the frame. */
  readonly framesPerSecond: number | null;
}

/** With `beatmapSounds` false, sounds are the skin's alone; with `ownCursor` false, the cursor is the default's. */
export function createSkin(layers: SkinLayers, { beatmapSounds = true, ownCursor = true } = {}): Skin {
  const sources = [layers.beatmap, layers.user, layers.default].filter((source) => source !== null);
  const sounding = beatmapSounds ? sources : sources.filter((source) => source !== layers.beatmap);
  const ini = effectiveIni(layers, ownCursor);
  return {
    ini,
    element(name) {
      const source = sourceOf(name, isCursor(name) && !ownCursor ? [layers.default] : sources);
      const frames = source === null ? null : framesIn(source, name, elements[name]);
      return frames === null ? null : { frames, framesPerSecond: framesPerSecond(elements[name], frames.length, ini) };
    },
    spinnerStyle: findFirst(sources, spinnerStyleIn),
    font: (name) => findFont(name, sources),
    hitSound: (wanted) => findHitSound(wanted, sounding),
    sound: (name) => findFirst(sounding, (source) => findSound(source, name)),
  };
}

/** How a cursor moves belongs to its pictures. */
function effectiveIni({ user, default: ours }: SkinLayers, ownCursor: boolean): SkinIni {
  const { ini } = user ?? ours;
  if (ownCursor) return ini;
  const { cursorCentre, cursorExpand, cursorRotate } = ours.ini;
  return { ...ini, cursorCentre, cursorExpand, cursorRotate };
}

/** The first layer that has the element in any form decides, unless another element decides for it. */
function sourceOf(name: ElementName, sources: readonly SkinSource[]): SkinSource | null {
  const rule = elements[name];
  if (rule.with !== undefined) return sourceOf(rule.with, sources);
  const allowed = rule.neverFromBeatmap ? sources.filter((source) => source.name !== 'beatmap') : sources;
  return allowed.find((source) => framesIn(source, name, rule) !== null) ?? null;
}

function isCursor(name: ElementName): boolean {
  return name.startsWith('cursor');
}

function framesIn(source: SkinSource, name: ElementName, rule: ElementRule): SkinElement['frames'] | null {
  const extensions = rule.jpg ? ['png', 'jpg', 'jpeg'] : ['png'];
  if (rule.frames !== undefined) {
    const dash = rule.frames === 'dashed' ? '-' : '';
    const first = findImage(source, `${name}${dash}0`, extensions);
    if (first !== null) {
      const frames: [SkinImage, ...SkinImage[]] = [first];
      for (;;) {
        const next = findImage(source, `${name}${dash}${frames.length}`, extensions);
        if (next === null) return frames;
        frames.push(next);
      }
    }
  }
  const still = findImage(source, name, extensions);
  return still === null ? null : [still];
}

function framesPerSecond(rule: ElementRule, frameCount: number, ini: SkinIni): number | null {
  if (frameCount === 1 || rule.rate === undefined || rule.rate === 'scene') return null;
  return rule.rate === 'skin' ? (ini.animationFramerate ?? frameCount) : rule.rate;
}

/** A background is only part of the old spinner, and wins over pieces of the new one beside it. */
function spinnerStyleIn(source: SkinSource): 'old' | 'new' | null {
  if (findImage(source, 'spinner-background', ['png']) !== null) return 'old';
  return findImage(source, 'spinner-top', ['png']) === null ? null : 'new';
}

function findFirst<T>(sources: readonly SkinSource[], find: (source: SkinSource) => T | null): T | null {
  for (const source of sources) {
    const found = find(source);
    if (found !== null) return found;
  }
  return null;
}
