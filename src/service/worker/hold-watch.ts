/** Tells when a claim is gone: the job was cancelled, or another attempt has it. */
export interface HoldWatch {
  readonly lost: AbortSignal;
  stop(): void;
}

/** Asking, unlike being told, works over every restart of the database and whatever stands between it and a worker. */
export function watchHold(askHeld: () => Promise<boolean>, { everyMs = 1_000 } = {}): HoldWatch {
  const lost = new AbortController();
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    // A database that is away says nothing about the claim.
    const isHeld = await askHeld().catch(() => true);
    isAsking = false;
    if (!isHeld) lost.abort(new Error('The job is no longer this attempt’s.'));
  }, everyMs);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
