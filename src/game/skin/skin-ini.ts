import { defaultComboColours } from '../beatmap/index.ts';
import { decodeText } from '../text-format/decode-text.ts';
import type { Rgb } from '../units.ts';
import { type IniSection, readIniSections } from './ini-sections.ts';

/** The settings of a skin.ini, with the game's defaults for missing keys. */
export interface SkinIni {
  readonly name: string;
  readonly author: string;
  /** Version of the skin format, from 1 to 2.7. */
  readonly version: number;
  /** Frames per second of most animations; null to play all frames of an animation in one second. */
  readonly animationFramerate: number | null;
  readonly allowSliderBallTint: boolean;
  readonly comboBurstRandom: boolean;
  /** The combos at which numbered combo burst sounds play; empty for the game's milestones. */
  readonly customComboBurstSounds: readonly number[];
  readonly cursorCentre: boolean;
  readonly cursorExpand: boolean;
  readonly cursorRotate: boolean;
  readonly cursorTrailRotate: boolean;
  readonly hitCircleOverlayAboveNumber: boolean;
  readonly layeredHitSounds: boolean;
  readonly sliderBallFlip: boolean;
  readonly spinnerFadePlayfield: boolean;
  readonly spinnerFrequencyModulate: boolean;
  readonly spinnerNoBlink: boolean;
  readonly sliderStyle: number;
  readonly colours: SkinColours;
  readonly fonts: Readonly<Record<'hitCircle' | 'score' | 'combo', FontSettings>>;
}

/** The section [Colours] of a skin.ini. */
export interface SkinColours {
  /** Those of Combo1 to Combo8 that the file has, or the defaults; never empty. */
  readonly combos: readonly Rgb[];
  readonly inputOverlayText: Rgb;
  /** Null if the file does not set it. */
  readonly sliderBall: Rgb | null;
  readonly sliderBorder: Rgb;
  /** Null for slider bodies in the combo colour. */
  readonly sliderTrackOverride: Rgb | null;
  readonly spinnerBackground: Rgb;
  readonly starBreakAdditive: Rgb;
}

/** Where the images of a font are and how far they overlap. */
export interface FontSettings {
  /** Path of the glyphs up to the dash, with forward slashes: `fonts/score/score` for `fonts\score\score-0.png`. */
  readonly prefix: string;
  /** Skin pixels by which a glyph overlaps the previous one. */
  readonly overlap: number;
}

/** A parsed skin.ini with the problems found. */
export interface ParsedSkinIni {
  readonly ini: SkinIni;
  /** One sentence for each invalid value. */
  readonly warnings: readonly string[];
}

/** Real files have a few kilobytes; the rest of a larger file is ignored. */
const maxIniBytes = 1024 * 1024;

const latestVersion = 2.7;
/** The version of files without a Version key. */
const firstVersion = 1;

/** Parses a skin.ini as leniently as the game does; pass null for a skin without one. */
export function parseSkinIni(bytes: Uint8Array | null): ParsedSkinIni {
  const sections =
    bytes === null ? new Map<string, IniSection>() : readIniSections(decodeText(bytes.subarray(0, maxIniBytes)));
  const warnings: string[] = [];
  const general = createIniReader(sections.get('general'), warnings);
  const fonts = createIniReader(sections.get('fonts'), warnings);
  const ini: SkinIni = {
    name: general.text('Name', ''),
    author: general.text('Author', ''),
    version: bytes === null ? latestVersion : general.version('Version'),
    animationFramerate: positiveOrNull(general.number('AnimationFramerate', -1)),
    allowSliderBallTint: general.flag('AllowSliderBallTint', false),
    comboBurstRandom: general.flag('ComboBurstRandom', false),
    customComboBurstSounds: positiveIntegers(general.text('CustomComboBurstSounds', '')),
    cursorCentre: general.flag('CursorCentre', true),
    cursorExpand: general.flag('CursorExpand', true),
    cursorRotate: general.flag('CursorRotate', true),
    cursorTrailRotate: general.flag('CursorTrailRotate', true),
    // The second spelling is a typo of old game versions that skins still contain.
    hitCircleOverlayAboveNumber: general.flag(
      'HitCircleOverlayAboveNumber',
      general.flag('HitCircleOverlayAboveNumer', true),
    ),
    layeredHitSounds: general.flag('LayeredHitSounds', true),
    sliderBallFlip: general.flag('SliderBallFlip', true),
    spinnerFadePlayfield: general.flag('SpinnerFadePlayfield', false),
    spinnerFrequencyModulate: general.flag('SpinnerFrequencyModulate', true),
    spinnerNoBlink: general.flag('SpinnerNoBlink', false),
    sliderStyle: general.number('SliderStyle', 2),
    colours: readColours(createIniReader(sections.get('colours') ?? sections.get('colors'), warnings)),
    fonts: {
      hitCircle: { prefix: fonts.path('HitCirclePrefix', 'default'), overlap: fonts.number('HitCircleOverlap', -2) },
      score: { prefix: fonts.path('ScorePrefix', 'score'), overlap: fonts.number('ScoreOverlap', 0) },
      combo: { prefix: fonts.path('ComboPrefix', 'score'), overlap: fonts.number('ComboOverlap', 0) },
    },
  };
  return { ini, warnings };
}

/** A list separated by commas; anything but positive integers is left out. */
function positiveIntegers(list: string): number[] {
  return list
    .split(',')
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0);
}

function readColours(colours: IniReader): SkinColours {
  const combos = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => colours.colour(`Combo${n}`)).filter((combo) => combo !== null);
  return {
    combos: combos.length > 0 ? combos : defaultComboColours,
    inputOverlayText: colours.colour('InputOverlayText') ?? { r: 0, g: 0, b: 0 },
    sliderBall: colours.colour('SliderBall'),
    sliderBorder: colours.colour('SliderBorder') ?? { r: 255, g: 255, b: 255 },
    sliderTrackOverride: colours.colour('SliderTrackOverride'),
    spinnerBackground: colours.colour('SpinnerBackground') ?? { r: 100, g: 100, b: 100 },
    starBreakAdditive: colours.colour('StarBreakAdditive') ?? { r: 255, g: 182, b: 193 },
  };
}

type IniReader = ReturnType<typeof createIniReader>;

/** Typed access to the values of one section; invalid values cause a warning and count as missing. */
function createIniReader(section: IniSection | undefined, warnings: string[]) {
  function read<T, U>(key: string, fallback: U, parse: (value: string) => T | null): T | U {
    const value = section?.get(key.toLowerCase());
    if (value === undefined || value === '') return fallback;
    const parsed = parse(value);
    if (parsed === null) warnings.push(`${key} has the invalid value ${JSON.stringify(value.slice(0, 100))}.`);
    return parsed ?? fallback;
  }
  return {
    text: (key: string, fallback: string) => read(key, fallback, (value) => value.slice(0, 1000)),
    flag: (key: string, fallback: boolean) => read(key, fallback, parseFlag),
    number: (key: string, fallback: number) => read(key, fallback, parseNumber),
    version: (key: string) => read(key, firstVersion, parseVersion),
    colour: (key: string) => read(key, null, parseColour),
    path: (key: string, fallback: string) => read(key, fallback, parsePath),
  };
}

function parseFlag(value: string): boolean | null {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  return /^(0|false|no|off)$/i.test(value) ? false : null;
}

/** No meaningful size, distance or rate in a skin is larger. */
const maxMagnitude = 10_000;

function parseNumber(value: string): number | null {
  const number = Number(value);
  return Math.abs(number) <= maxMagnitude ? number : null;
}

function parseVersion(value: string): number | null {
  if (/^(latest|user)$/i.test(value)) return latestVersion;
  const version = parseNumber(value);
  return version === null || version < firstVersion ? null : version;
}

/** Three channels from 0 to 255; a fourth, alpha, is allowed and ignored. */
function parseColour(value: string): Rgb | null {
  const channels = value.split(',').map((part) => (/^\s*\d{1,3}\s*$/.test(part) ? Number(part) : Number.NaN));
  const [r, g, b] = channels;
  if (r === undefined || g === undefined || b === undefined || channels.length > 4) return null;
  return channels.every((channel) => channel <= 255) ? { r, g, b } : null;
}

function parsePath(value: string): string | null {
  const parts = value.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? null : parts.join('/');
}

function positiveOrNull(number: number): number | null {
  return number > 0 ? number : null;
}
