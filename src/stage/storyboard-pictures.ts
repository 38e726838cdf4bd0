import type { Compositor, Picture } from '../compositor/index.ts';
import type { DisplayList, ImageName } from '../scene/index.ts';
import { noPicture } from './no-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';
import { scaledPicture } from './scaled-picture.ts';
import type { StoryboardFiles } from './storyboard-files.ts';

/** How many decoded pixels are kept, and how many there may be when a single frame needs more. */
const bounds = { keptPx: 24_000_000, mostPx: 48_000_000 };

/** The pictures of a storyboard in a compositor, as many as its frames need and a bounded memory holds. */
export interface StoryboardPictures {
  /** Sees to it that every picture of the storyboard in a list is there. */
  load(list: DisplayList): Promise<void>;
}

interface Options extends Partial<typeof bounds> {
  readonly decode: DecodePicture;
  readonly onNote: (note: string) => void;
}

export function createStoryboardPictures(
  files: Pick<StoryboardFiles, 'read'>,
  compositor: Pick<Compositor, 'width' | 'height' | 'setImage' | 'removeImage'>,
  { decode, onNote, keptPx = bounds.keptPx, mostPx = bounds.mostPx }: Options,
): StoryboardPictures {
  /** In order of use: the first is the one used longest ago. */
  const loaded = new Map<ImageName, number>();
  let px = 0;
  let isCrowded = false;
  const largest = 2 * compositor.width * compositor.height;

  async function add(image: ImageName): Promise<void> {
    const hasRoom = px < mostPx;
    if (!hasRoom && !isCrowded) onNote('Some pictures of the storyboard are left out: all together are too large.');
    isCrowded ||= !hasRoom;
    const bytes = hasRoom ? files.read(image) : null;
    const decoded = bytes && (await decode(bytes));
    const picture = decoded && within(decoded, largest);
    compositor.setImage(image, picture ?? noPicture);
    const size = picture ? picture.width * picture.height : 1;
    loaded.set(image, size);
    px += size;
  }

  function makeRoom(needed: ReadonlySet<ImageName>): void {
    if (px <= keptPx) return;
    for (const [image, size] of loaded) {
      // Half of it at once, since each time the whole screen has to be painted anew.
      if (px <= keptPx / 2) break;
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

/** Scaled down where it has more pixels than are wanted. */
function within(picture: DecodedPicture, mostPx: number): Picture {
  const density = Math.min(1, Math.sqrt(mostPx / (picture.width * picture.height)));
  const width = Math.max(1, Math.round(picture.width * density));
  const height = Math.max(1, Math.round(picture.height * density));
  return { ...scaledPicture(picture, { width, height }), density: width / picture.width };
}
