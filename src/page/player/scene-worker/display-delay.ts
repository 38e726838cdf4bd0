/** Estimates how long it takes from the request of a frame until it is on the screen. */
export interface DisplayDelay {
  readonly ms: number;
  requested(t: number, now: number): void;
  drawn(t: number, now: number): void;
}

/**
 * A finished frame waits for the next animation frame (half of one on average), is on the screen one later, and stays there for
 * one: the middle of that time counts.
 */
const screenMs = 2 * (1000 / 60);
/** One slow frame, such as the first one, must not move the picture. */
const maxDrawMs = 60;
const smoothing = 0.1;

export function createDisplayDelay(): DisplayDelay {
  let request: { readonly t: number; readonly at: number } | null = null;
  let drawMs = 0;
  return {
    get ms() {
      return drawMs + screenMs;
    },
    requested(t, now) {
      request = { t, at: now };
    },
    drawn(t, now) {
      // The worker drops a request when a newer one arrives.
      if (request?.t !== t) return;
      drawMs += (Math.min(maxDrawMs, now - request.at) - drawMs) * smoothing;
    },
  };
}
