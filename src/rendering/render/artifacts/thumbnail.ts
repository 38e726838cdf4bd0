import type { PlayableMap } from '../../../game/beatmap/index.ts';
import type { Millis, OsuPoint } from '../../../game/units.ts';
import { createViewport, type SceneOptions } from '../../scene/index.ts';
import { createVideoRenderer, type SceneAssets, type VideoAssets } from '../../scene-loader/index.ts';
import { writeJpg } from './jpg.ts';

/** The size of a landscape thumbnail. */
export const thumbnailSize = { width: 1280, height: 720 };

/** Draws one moment at the size of a thumbnail, in portrait or landscape, and writes it as a JPEG. */
export async function writeThumbnail(
  scenes: VideoAssets,
  t: Millis,
  { file, isPortrait }: { readonly file: string; readonly isPortrait: boolean },
): Promise<void> {
  const { width: long, height: short } = thumbnailSize;
  const size = isPortrait ? { width: short, height: long } : thumbnailSize;
  const [first, ...others] = scenes;
  // The pictures of a split video are shown whole.
  const crop = others.length > 0 ? { drawn: size, left: 0, top: 0 } : cropAround(first.opened.play.map, t, size);
  const { drawn, left, top } = crop;
  const renderer = await createVideoRenderer([recognisable(first), ...others.map(recognisable)], drawn);
  try {
    await renderer.draw(t);
    const { pixels, strideBytes } = renderer.compositor.rgba();
    await writeJpg({ ...size, pixels: pixels.subarray(top * strideBytes + left * 4), strideBytes }, file);
  } finally {
    await renderer.close();
  }
}

/** A thumbnail is seen in the size of a card: objects are drawn larger, and only their surroundings are shown. */
const zoom = 1.35;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size in which a moment is drawn, and the part of the picture with the visible objects in its middle. */
export function cropAround(map: Pick<PlayableMap, 'objects' | 'preempt'>, t: Millis, size: Size) {
  const drawn = { width: Math.round(size.width * zoom), height: Math.round(size.height * zoom) };
  const { x, y } = createViewport(drawn).toScreen(middleOfObjects(map, t));
  const startOf = (middle: number, length: number, drawnLength: number) =>
    Math.round(Math.min(Math.max(middle - length / 2, 0), drawnLength - length));
  return { drawn, left: startOf(x, size.width, drawn.width), top: startOf(y, size.height, drawn.height) };
}

function middleOfObjects({ objects, preempt }: Pick<PlayableMap, 'objects' | 'preempt'>, t: Millis): OsuPoint {
  const visible = objects.filter(({ startTime, endTime }) => endTime >= t && startTime <= t + preempt / 2);
  const points = visible.flatMap((object) =>
    object.kind === 'slider' ? [object.at, object.endPosition] : [object.at],
  );
  if (points.length === 0) return { x: 256, y: 192 };
  const middle = (values: readonly number[]) =>
    (values.reduce((low, value) => Math.min(low, value)) + values.reduce((high, value) => Math.max(high, value))) / 2;
  return { x: middle(points.map(({ x }) => x)), y: middle(points.map(({ y }) => y)) };
}

/** A stronger dim makes the pictures of all maps look alike. */
const maxDim = 0.35;

/** The scene as a small still picture shows it best: sharp, with a bright background, and without the HUD. */
function recognisable(assets: SceneAssets): SceneAssets {
  const { opened, options, together } = assets;
  const dim = (value: number) => Math.min(value, maxDim);
  const look: SceneOptions = {
    ...options,
    ...withoutHud,
    backgroundDim: dim(options.backgroundDim),
    introDim: options.introDim === null ? null : dim(options.introDim),
    breakDim: options.breakDim === null ? null : dim(options.breakDim),
  };
  // Flashlight covers all but the surroundings of the cursor.
  return {
    ...assets,
    opened: { ...opened, mods: { ...opened.mods, flashlight: null } },
    options: look,
    together: together && { ...together, hasStandings: false },
    nameTag: undefined,
    exposure: 0,
  };
}

const withoutHud = {
  hitErrorMeter: false,
  keyOverlay: false,
  scoreCounter: false,
  accuracyCounter: false,
  progressPie: false,
  comboCounter: false,
  healthBar: false,
  modIcons: false,
  ppCounter: false,
  hitCounts: false,
  unstableRate: false,
  aimErrorMeter: false,
  strainGraph: false,
  scoreboard: false,
  introCard: false,
  warningArrows: false,
  playfieldBorder: false,
  mistakeMarks: false,
  resultScreen: false,
} as const satisfies Partial<SceneOptions>;
