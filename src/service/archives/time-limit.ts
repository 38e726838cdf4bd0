export interface TimeLimit {
  readonly ms: number;
  /** What is thrown when the time is up. */
  readonly late: () => Error;
  readonly signal?: AbortSignal | undefined;
}

/** Does work that ends with its signal, and is ended by it when its time is up. */
export async function withinTime<T>(
  { ms, late, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooSlow = new AbortController();
  const timer = setTimeout(() => tooSlow.abort(late()), ms);
  const ends = signal === undefined ? tooSlow.signal : AbortSignal.any([tooSlow.signal, signal]);
  try {
    const result = await work(ends);
    // The end may have come with the last byte.
    ends.throwIfAborted();
    return result;
  } catch (error) {
    throw ends.aborted ? ends.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
