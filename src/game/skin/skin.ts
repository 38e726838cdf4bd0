import { type ElementName, type ElementRule, elements } from './elements.ts';
import { type Font, type FontName, findFont } from './font.ts';
import { findHitSound, type HitSoundName } from './hit-sound.ts';
import type { SkinIni } from './skin-ini.ts';
import { findImage, findSound, type SkinImage, type SkinSound, type SkinSource } from './skin-source.ts';

/** The folders that provide images and sounds, in order of priority; null if absent. */
export interface SkinLayers {
  readonly beatmap: SkinSource | null;
  readonly user: SkinSource | null;
  readonly default: SkinSource;
}

/** Looks up the files of images and sounds. */
export interface Skin {
  /** From the user's skin, or from the default skin if there is none. */
  readonly ini: SkinIni;
  /** Null if no layer has the element; it is then not drawn. Images of one pixel count: skins use them to hide elements. */
  element(name: ElementName): SkinElement | null;
  /** Which of the game's two spinner styles to draw; null to draw none. */
  readonly spinnerStyle: 'old' | 'new' | null;
  font(name: FontName): Font | null;
  /** The sound of a hit object, with special rules for the beatmap's folder. */
  hitSound(name: HitSoundName): SkinSound | null;
  /** Any other sound, such as `combobreak` or `spinnerbonus`. */
  sound(name: string): SkinSound | null;
}

/** The images of an element, all from one layer; a single image unless it is animated. */
export interface SkinElement {
  readonly frames: readonly [SkinImage, ...SkinImage[]];
  /** Null for a single image, or if the scene selects the frame. */
  readonly framesPerSecond: number | null;
}

/** Creates a skin from layers. `beatmapSounds: false` ignores the beatmap's sounds, `ownCursor: false` the skin's cursor. */
export function createSkin(layers: SkinLayers, { beatmapSounds = true, ownCursor = true } = {}): Skin {
  const sources = [layers.beatmap, layers.user, layers.default].filter((source) => source !== null);
  const soundSources = beatmapSounds ? sources : sources.filter((source) => source !== layers.beatmap);
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
    hitSound: (name) => findHitSound(name, soundSources),
    sound: (name) => findFirst(soundSources, (source) => findSound(source, name)),
  };
}

/** The settings of the cursor come from the same skin as its images. */
function effectiveIni(layers: SkinLayers, ownCursor: boolean): SkinIni {
  const { ini } = layers.user ?? layers.default;
  if (ownCursor) return ini;
  const { cursorCentre, cursorExpand, cursorRotate } = layers.default.ini;
  return { ...ini, cursorCentre, cursorExpand, cursorRotate };
}

/** The first layer that has the element, unless the element belongs to another one. */
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

/** Only the old style has a background; it takes precedence over images of the new style. */
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
