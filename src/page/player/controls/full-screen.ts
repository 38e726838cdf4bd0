import { useEffect, useState } from 'preact/hooks';

/** Phones of Apple allow full screen only for videos; there the player covers the window instead. */
const coversWindow = 'covers-window';

/** Shows an element on the full screen, or no longer. */
export async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (!element) return;
  if (document.fullscreenElement) await document.exitFullscreen();
  else if (document.fullscreenEnabled) await element.requestFullscreen();
  else element.classList.toggle(coversWindow);
}

const idleMs = 2_500;

/** Whether the visitor has neither moved the pointer nor pressed a key for some seconds. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), idleMs);
    };
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, restart);
    restart();
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, restart);
    };
  }, []);
  return isIdle;
}
