export interface TimeLimit {
  readonly ms: number;
  /** The error to throw when the time is up. */
  readonly late: () => Error;
  readonly signal?: AbortSignal | undefined;
}

/** Runs work with a signal that is aborted when the time is up. */
export async function withTimeLimit<T>(
  { ms, late, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooSlow = new AbortController();
  const timer = setTimeout(() => tooSlow.abort(late()), ms);
  const ends = signal === undefined ? tooSlow.signal : AbortSignal.any([tooSlow.signal, signal]);
  try {
    const result = await work(ends);
    // The timer may have fired just as the work finished.
    ends.throwIfAborted();
    return result;
  } catch (error) {
    throw ends.aborted ? ends.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
