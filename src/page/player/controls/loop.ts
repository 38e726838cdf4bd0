/** A part of the replay that is repeated, in song time. It repeats once it has an end. */
export interface Loop {
  readonly start: number;
  readonly end: number | null;
}

/** Sets the start of a loop; an end that would not be after it is removed. */
export function loopFrom(loop: Loop | null, start: number): Loop {
  const end = loop?.end ?? null;
  return { start, end: end !== null && end > start ? end : null };
}

/** Sets the end of a loop that may have no start yet; an end before the start swaps them. */
export function loopUntil(loop: Loop | null, end: number, spanStart: number): Loop | null {
  const start = loop?.start ?? spanStart;
  if (end === start) return loop;
  return end > start ? { start, end } : { start: end, end: start };
}

/** What a button does that sets the start, then the end, then removes the loop. */
export function nextLoop(loop: Loop | null, now: number): Loop | null {
  if (loop === null) return { start: now, end: null };
  return loop.end === null ? loopUntil(loop, now, loop.start) : null;
}

/** The time at which playback continues if it has reached the end of the loop; otherwise null. */
export function loopTarget(loop: Loop | null, now: number): number | null {
  return loop !== null && loop.end !== null && now >= loop.end ? loop.start : null;
}
