import type { Compositor, Picture } from '../compositor/index.ts';
import type { DisplayList, ImageName } from '../scene/index.ts';
import { decodeWithin } from './decode-picture.ts';
import type { StoryboardFiles } from './storyboard-files.ts';

/** Decoded pixels that are kept, and how many more one frame alone may need. */
const kept = { px: 24_000_000, mostPx: 48_000_000 };

/** The pictures of a storyboard in a compositor, as many as its frames need and a bounded memory holds. */
export interface StoryboardPictures {
  /** Sees to it that every picture of the storyboard in a list is there. */
  load(list: DisplayList): Promise<void>;
}

export function createStoryboardPictures(
  files: StoryboardFiles,
  compositor: Compositor,
  onNote: (note: string) => void,
): StoryboardPictures {
  /** In order of use: the first is the one used longest ago. */
  const loaded = new Map<ImageName, number>();
  let px = 0;
  let isCrowded = false;
  const largest = 2 * compositor.width * compositor.height;

  async function add(image: ImageName): Promise<void> {
    const bytes = px < kept.mostPx ? files.read(image) : null;
    if (bytes === null && !isCrowded) {
      isCrowded = true;
      onNote('Some pictures of the storyboard are left out: all together are too large.');
    }
    const picture = bytes && (await decodeWithin(bytes, largest));
    compositor.setImage(image, picture ?? nothing);
    const size = picture ? picture.width * picture.height : 1;
    loaded.set(image, size);
    px += size;
  }

  function makeRoom(needed: ReadonlySet<ImageName>): void {
    if (px <= kept.px) return;
    for (const [image, size] of loaded) {
      // Half of it at once, since each time the whole screen has to be painted anew.
      if (px <= kept.px / 2) break;
      if (needed.has(image)) continue;
      compositor.removeImage(image);
      loaded.delete(image);
      px -= size;
    }
  }

  return {
    async load(list) {
      const needed = new Set<ImageName>();
      for (const item of list.items) {
        if (item.kind !== 'sprite' || !item.image.startsWith('storyboard/')) continue;
        needed.add(item.image);
      }
      for (const image of needed) {
        const size = loaded.get(image);
        if (size === undefined) {
          makeRoom(needed);
          await add(image);
        } else {
          loaded.delete(image);
          loaded.set(image, size);
        }
      }
    },
  };
}

/** In place of a picture that there is no room for, or that could not be decoded in the end. */
const nothing: Picture = { width: 1, height: 1, rgba: new Uint8Array(4), density: 1 };
