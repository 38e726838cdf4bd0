/** Detects that a claim is lost: the job was cancelled, or another attempt has claimed it. */
export interface ClaimWatch {
  readonly lost: AbortSignal;
  stop(): void;
}

/** Polls the claim. Unlike a notification, this survives every restart of the database and of proxies in between. */
export function watchForLostClaim(isClaimed: () => Promise<boolean>, { intervalMs = 1_000 } = {}): ClaimWatch {
  const lost = new AbortController();
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    // An unreachable database says nothing about the claim.
    const claimed = await isClaimed().catch(() => true);
    isChecking = false;
    if (!claimed) lost.abort(new Error('The job was cancelled, or another attempt has claimed it.'));
  }, intervalMs);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
