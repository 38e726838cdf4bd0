import type { ScoreReference } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { type OsuApi, OsuApiError } from '../beatmaps/index.ts';

/** The replays of scores on osu!. */
export interface ScoreReplays {
  /**
   * Downloads a replay, or returns a recent download. Throws `score/no-replay`, `score/refused`, `replay/too-large`, or
   * `ScoreUnavailable`.
   */
  fetch(score: ScoreReference): Promise<Uint8Array>;
}

export interface ScoreReplaysOptions {
  readonly osuApi: Pick<OsuApi, 'downloadReplay'>;
  /** The maximum size of a replay. */
  readonly maxBytes: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** `score/unavailable`, with the time after which a repetition can succeed. */
export class ScoreUnavailable extends Failure {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number, options?: ErrorOptions) {
    super('score/unavailable', undefined, options);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}

/** The osu! API allows an application ten downloads of replays per minute. */
const downloads = { max: 10, withinMs: 60_000 };
const keepMs = 10 * 60_000;
/** A play that has just ended may get its replay soon. */
const keepMissingMs = 60_000;
const maxKeptBytes = 32 * 1024 * 1024;
const maxKept = 1_000;
/** How long to wait after an error that names no time. */
const defaultRetryMs = 10_000;

interface Kept {
  /** Null: there is no replay. */
  readonly bytes: Uint8Array | null;
  readonly endsAt: number;
}

export function createScoreReplays({ osuApi, maxBytes, now = Date.now }: ScoreReplaysOptions): ScoreReplays {
  /** By path, the oldest first. */
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<Uint8Array | null>>();
  /** When the latest downloads began. */
  const begun: number[] = [];
  let pausedUntil = 0;

  function reserveDownload(): void {
    while (begun.length > 0 && begun[0]! <= now() - downloads.withinMs) begun.shift();
    const freeAt = Math.max(pausedUntil, begun.length < downloads.max ? 0 : begun[0]! + downloads.withinMs);
    if (freeAt > now()) throw new ScoreUnavailable(freeAt - now());
    begun.push(now());
  }

  async function download(path: string): Promise<Uint8Array | null> {
    reserveDownload();
    try {
      return await osuApi.downloadReplay(path, { maxBytes });
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw failureOf(error);
    }
  }

  function failureOf(cause: unknown): Failure {
    if (!(cause instanceof OsuApiError)) return new ScoreUnavailable(defaultRetryMs, { cause });
    const { status, retryAfterMs } = cause;
    if (status !== 429 && status < 500) return new Failure('score/refused', undefined, { cause });
    const waitMs = Math.min(retryAfterMs || defaultRetryMs, downloads.withinMs);
    if (status === 429) pausedUntil = now() + waitMs;
    return new ScoreUnavailable(waitMs, { cause });
  }

  function keep(path: string, bytes: Uint8Array | null): void {
    kept.delete(path);
    kept.set(path, { bytes, endsAt: now() + (bytes === null ? keepMissingMs : keepMs) });
    let total = 0;
    for (const [, { bytes: counted }] of kept) total += counted?.length ?? 0;
    for (const [oldest, { bytes: removed, endsAt }] of kept) {
      if (endsAt > now() && total <= maxKeptBytes && kept.size <= maxKept) break;
      kept.delete(oldest);
      total -= removed?.length ?? 0;
    }
  }

  /** Requests at the same time share a download. */
  function downloadOnce(path: string): Promise<Uint8Array | null> {
    const current = running.get(path);
    if (current !== undefined) return current;
    const started = download(path)
      .then((bytes) => {
        keep(path, bytes);
        return bytes;
      })
      .finally(() => running.delete(path));
    running.set(path, started);
    return started;
  }

  return {
    async fetch({ id, isLegacy }) {
      const path = `scores/${isLegacy ? 'osu/' : ''}${id}/download`;
      const found = kept.get(path);
      const bytes = found !== undefined && found.endsAt > now() ? found.bytes : await downloadOnce(path);
      if (bytes === null) throw new Failure('score/no-replay');
      return bytes;
    },
  };
}
