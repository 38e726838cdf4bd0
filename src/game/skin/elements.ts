/** How to look up the images of an element. */
export interface ElementRule {
  /** How frames are numbered: `hit0-1` or `sliderb1`. Absent for a single image. */
  readonly frames?: 'dashed' | 'plain';
  /** Frames per second; `skin` for the skin's AnimationFramerate, `scene` if the scene selects the frame. */
  readonly rate?: number | 'skin' | 'scene';
  /** Search only the layer that provides this other element: images of two skins do not match. */
  readonly with?: ElementName;
  /** Ignore the beatmap's folder. */
  readonly neverFromBeatmap?: true;
  /** Also accept .jpg files. */
  readonly jpg?: true;
}

const still: ElementRule = {};
const looping: ElementRule = { frames: 'dashed', rate: 'skin' };
const hitBurst: ElementRule = { frames: 'dashed', rate: 60 };
const userOnly: ElementRule = { neverFromBeatmap: true };
const picture: ElementRule = { jpg: true };

/** All elements of osu!standard gameplay except fonts, which `findFont` looks up. */
const elementTable = {
  approachcircle: still,
  hitcircle: still,
  hitcircleoverlay: { frames: 'dashed', rate: 2 },
  lighting: still,
  followpoint: looping,

  sliderstartcircle: { with: 'hitcircle' },
  sliderstartcircleoverlay: { with: 'sliderstartcircle', frames: 'dashed', rate: 2 },
  sliderendcircle: { with: 'hitcircle' },
  sliderendcircleoverlay: { with: 'sliderendcircle', frames: 'dashed', rate: 2 },
  reversearrow: still,
  // The ball rolls with the speed of its slider.
  sliderb: { frames: 'plain', rate: 'scene' },
  'sliderb-nd': { with: 'sliderb' },
  'sliderb-spec': { with: 'sliderb' },
  sliderfollowcircle: looping,
  sliderscorepoint: still,
  sliderpoint10: still,
  sliderpoint30: still,
  slidertickmiss: still,
  sliderendmiss: still,

  'spinner-background': still,
  'spinner-circle': still,
  'spinner-metre': still,
  'spinner-osu': still,
  'spinner-bottom': still,
  'spinner-glow': still,
  'spinner-middle': still,
  'spinner-middle2': still,
  'spinner-top': still,
  'spinner-approachcircle': still,
  'spinner-clear': still,
  'spinner-spin': still,
  'spinner-rpm': still,

  hit0: hitBurst,
  hit50: hitBurst,
  hit100: hitBurst,
  hit100k: hitBurst,
  hit300: hitBurst,
  hit300k: hitBurst,
  hit300g: hitBurst,
  particle50: { with: 'hit50' },
  particle100: { with: 'hit100' },
  particle300: { with: 'hit300' },

  cursor: still,
  cursormiddle: { with: 'cursor' },
  cursortrail: still,
  'cursor-smoke': still,
  'cursor-ripple': still,
  star2: still,

  'scorebar-bg': still,
  'scorebar-colour': looping,
  'scorebar-ki': still,
  'scorebar-kidanger': still,
  'scorebar-kidanger2': still,
  'scorebar-marker': { with: 'scorebar-bg' },
  'inputoverlay-background': still,
  'inputoverlay-key': still,
  circularmetre: userOnly,

  'section-pass': still,
  'section-fail': still,
  'play-skip': looping,
  'play-unranked': still,
  'play-warningarrow': userOnly,
  'arrow-warning': userOnly,
  count1: still,
  count2: still,
  count3: still,
  go: still,
  ready: still,
  // Numbered images of which the game shows one at a time; not an animation.
  comboburst: { frames: 'dashed', rate: 'scene' },
  'fail-background': picture,
  'pause-overlay': picture,
  'masking-border': userOnly,

  'ranking-panel': still,
  'ranking-graph': still,
  'ranking-title': still,
  'ranking-maxcombo': still,
  'ranking-accuracy': still,
  'ranking-perfect': still,
  ...forEachOf(['X', 'XH', 'S', 'SH', 'A', 'B', 'C', 'D'], (grade) => `ranking-${grade}` as const),
  ...forEachOf(['X', 'XH', 'S', 'SH', 'A', 'B', 'C', 'D'], (grade) => `ranking-${grade}-small` as const),

  ...forEachOf(
    [
      'autoplay',
      'cinema',
      'doubletime',
      'easy',
      'flashlight',
      'halftime',
      'hardrock',
      'hidden',
      'nightcore',
      'nofail',
      'perfect',
      'relax',
      'relax2',
      'scorev2',
      'spunout',
      'suddendeath',
      'target',
      'touchdevice',
    ],
    (mod) => `selection-mod-${mod}` as const,
  ),
} as const;

/** The name of a skin element, as in its file names. */
export type ElementName = keyof typeof elementTable;

/** The lookup rule of each element. */
export const elements: Readonly<Record<ElementName, ElementRule>> = elementTable;

function forEachOf<const Name extends string, Element extends string>(
  names: readonly Name[],
  element: (name: Name) => Element,
) {
  return Object.fromEntries(names.map((name) => [element(name), still])) as Record<Element, ElementRule>;
}
