import type { HoverPicture } from './hover-picture.ts';
import { latestOnly } from './latest-only.ts';

/** A seek that takes longer is given up, so that the next one can begin. */
const seekTimeoutMs = 5_000;

/** Small pictures of a video: a second, silent element that seeks. */
export function videoHoverPicture(url: string, elapsedAt: (t: number) => number): HoverPicture {
  const element = document.createElement('video');
  element.muted = true;
  element.playsInline = true;
  element.preload = 'metadata';
  element.src = url;
  return {
    element,
    show: latestOnly(async (t: number) => {
      const seeked = new Promise<void>((resolve) => {
        element.addEventListener('seeked', () => resolve(), { once: true });
        setTimeout(resolve, seekTimeoutMs);
      });
      element.currentTime = elapsedAt(t) / 1000;
      await seeked;
    }),
    close() {
      element.removeAttribute('src');
      // Loading without a source releases the decoded data.
      element.load();
    },
  };
}
