import type { Compositor, Picture } from '../compositor/index.ts';
import type { DisplayList, ImageName } from '../scene/index.ts';
import { emptyPicture } from './pictures/empty-picture.ts';
import { scaledPicture } from './pictures/scaled-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';
import type { StoryboardFiles } from './storyboard-files.ts';

/** The number of decoded pixels to keep, and the maximum when a single frame needs more. */
const defaultLimits = { keptPx: 24_000_000, maxPx: 48_000_000 };

/** The storyboard's pictures in a compositor, within a memory limit. */
export interface StoryboardPictures {
  /** Loads every storyboard picture of a list. */
  load(list: DisplayList): Promise<void>;
}

interface Options extends Partial<typeof defaultLimits> {
  readonly decode: DecodePicture;
  readonly onNote: (note: string) => void;
}

/** Prepares the loading of the storyboard's pictures into a compositor. */
export function createStoryboardPictures(
  files: Pick<StoryboardFiles, 'read' | 'sizeOf'>,
  compositor: Pick<Compositor, 'width' | 'height' | 'setImage' | 'removeImage'>,
  { decode, onNote, keptPx = defaultLimits.keptPx, maxPx = defaultLimits.maxPx }: Options,
): StoryboardPictures {
  /** The pixels of each loaded picture, ordered by use: the first is the least recently used. */
  const loaded = new Map<ImageName, number>();
  let loadedPx = 0;
  let hasReported = false;
  const maxPicturePx = 2 * compositor.width * compositor.height;

  /**
   * The pixels that each picture of a frame may use: its own size, in drawing order, while there is room. Only the
   * frame decides which pictures are left out, never what was loaded before, so that a frame looks the same however it
   * is reached.
   */
  function allocate(needed: ReadonlySet<ImageName>): Map<ImageName, number> {
    const allocations = new Map<ImageName, number>();
    let leftPx = maxPx;
    for (const image of needed) {
      const { width, height } = files.sizeOf(image);
      const requestedPx = Math.min(width * height, maxPicturePx);
      const fits = requestedPx <= leftPx;
      if (!fits && !hasReported) onNote('Some pictures of the storyboard are left out: together they are too large.');
      hasReported ||= !fits;
      allocations.set(image, fits ? requestedPx : 0);
      if (fits) leftPx -= requestedPx;
    }
    return allocations;
  }

  async function add(image: ImageName, allocatedPx: number): Promise<void> {
    const bytes = allocatedPx > 0 ? files.read(image) : null;
    const decoded = bytes && (await decode(bytes));
    const picture = decoded && scaledToFit(decoded, maxPicturePx);
    compositor.setImage(image, picture ? { ...picture, sharp: true } : emptyPicture);
    loaded.set(image, allocatedPx);
    loadedPx += allocatedPx;
  }

  function drop(image: ImageName): void {
    compositor.removeImage(image);
    loadedPx -= loaded.get(image)!;
    loaded.delete(image);
  }

  function evict(allocatedPx: number, needed: ReadonlyMap<ImageName, number>): void {
    if (loadedPx + allocatedPx <= keptPx) return;
    for (const image of [...loaded.keys()]) {
      // Evict down to half the limit, so that not every next picture has to evict again.
      if (loadedPx + allocatedPx <= keptPx / 2) break;
      if (!needed.has(image)) drop(image);
    }
  }

  return {
    async load(list) {
      const needed = new Set<ImageName>();
      for (const item of list.items) {
        if (item.kind === 'sprite' && item.image.startsWith('storyboard/')) needed.add(item.image);
      }
      const allocations = allocate(needed);
      // First drop pictures whose allocation has changed: others may need their pixels.
      for (const [image, allocatedPx] of allocations) {
        const previousPx = loaded.get(image);
        if (previousPx !== undefined && previousPx !== allocatedPx) drop(image);
      }
      for (const [image, allocatedPx] of allocations) {
        if (!loaded.has(image)) {
          evict(allocatedPx, allocations);
          await add(image, allocatedPx);
          continue;
        }
        loaded.delete(image);
        loaded.set(image, allocatedPx);
      }
    },
  };
}

/** Scales a picture down to at most `maxPx` pixels. */
function scaledToFit(picture: DecodedPicture, maxPx: number): Picture {
  const density = Math.min(1, Math.sqrt(maxPx / (picture.width * picture.height)));
  const width = Math.max(1, Math.round(picture.width * density));
  const height = Math.max(1, Math.round(picture.height * density));
  return { ...scaledPicture(picture, { width, height }), density: width / picture.width };
}
