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
  /** The image of an element where it does not move, such as `hit100.png` in the results; else its first frame. */
  still(name: ElementName): SkinImage | null;
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

/** What a skin takes from which layer. */
export interface SkinChoices {
  /** False ignores the beatmap's sounds. */
  readonly beatmapSounds?: boolean;
  /** False ignores the skin's cursor. */
  readonly ownCursor?: boolean;
  /** In stable, slider circles of the player's skin replace also the hit circles of a beatmap; in lazer they do not. */
  readonly sliderCirclesReplaceBeatmaps?: boolean;
}

/** Creates a skin from layers. */
export function createSkin(
  layers: SkinLayers,
  { beatmapSounds = true, ownCursor = true, sliderCirclesReplaceBeatmaps = false }: SkinChoices = {},
): Skin {
  const sources = [layers.beatmap, layers.user, layers.default].filter((source) => source !== null);
  const soundSources = beatmapSounds ? sources : sources.filter((source) => source !== layers.beatmap);
  const ini = effectiveIni(layers, ownCursor);
  const rules = sliderCirclesReplaceBeatmaps ? { ...elements, ...freeSliderCircles } : elements;
  const providerOf = (name: ElementName) =>
    sourceOf(name, rules, isCursor(name) && !ownCursor ? [layers.default] : sources);
  return {
    ini,
    element(name) {
      const source = providerOf(name);
      const frames = source === null ? null : framesIn(source, name, rules[name]);
      return frames === null ? null : { frames, framesPerSecond: framesPerSecond(rules[name], frames.length, ini) };
    },
    still(name) {
      const source = providerOf(name);
      if (source === null) return null;
      return stillIn(source, name, elements[name]) ?? framesIn(source, name, elements[name])?.[0] ?? null;
    },
    spinnerStyle: findFirst(sources, spinnerStyleIn),
    font: (name) => findFont(name, sources),
    hitSound: (name) => findHitSound(name, soundSources),
    sound: (name) => findFirst(soundSources, (source) => findSound(source, name)),
  };
}

/**
 * The settings of the cursor come from the same skin as its images. So does the colour of the key counts: a skin without a
 * key may have white counts for its own dark overlay, which are not readable on the light keys of the default skin.
 */
function effectiveIni(layers: SkinLayers, ownCursor: boolean): SkinIni {
  const { ini } = layers.user ?? layers.default;
  const { cursorCentre, cursorExpand, cursorRotate, cursorTrailRotate, colours } = layers.default.ini;
  const keySource = sourceOf(
    'inputoverlay-key',
    elements,
    [layers.beatmap, layers.user].filter((source) => source !== null),
  );
  return {
    ...ini,
    ...(!ownCursor && { cursorCentre, cursorExpand, cursorRotate, cursorTrailRotate }),
    ...(keySource === null && { colours: { ...ini.colours, inputOverlayText: colours.inputOverlayText } }),
  };
}

/** Slider circles that need not come from the layer of the hit circle. */
const freeSliderCircles: Partial<Record<ElementName, ElementRule>> = { sliderstartcircle: {}, sliderendcircle: {} };

/** The first layer that has the element, unless the element belongs to another one. */
function sourceOf(
  name: ElementName,
  rules: Readonly<Record<ElementName, ElementRule>>,
  sources: readonly SkinSource[],
): SkinSource | null {
  const rule = rules[name];
  if (rule.with !== undefined) return sourceOf(rule.with, rules, sources);
  const allowed = rule.neverFromBeatmap ? sources.filter((source) => source.name !== 'beatmap') : sources;
  return allowed.find((source) => framesIn(source, name, rule) !== null) ?? null;
}

function isCursor(name: ElementName): boolean {
  return name.startsWith('cursor');
}

function framesIn(source: SkinSource, name: ElementName, rule: ElementRule): SkinElement['frames'] | null {
  const extensions = extensionsOf(rule);
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
  const still = stillIn(source, name, rule);
  return still === null ? null : [still];
}

function stillIn(source: SkinSource, name: ElementName, rule: ElementRule): SkinImage | null {
  return findImage(source, name, extensionsOf(rule));
}

function extensionsOf(rule: ElementRule): readonly string[] {
  return rule.jpg ? ['png', 'jpg', 'jpeg'] : ['png'];
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
