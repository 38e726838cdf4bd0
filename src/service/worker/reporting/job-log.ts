import { lineOf, maxLogLength, readLog } from '../../jobs/index.ts';
import type { Storage } from '../../storage/index.ts';

/** The log of a job, for its users. It is in storage while the job runs. */
export interface JobLog {
  line(text: string): void;
  /** Adds the last line, about the end of the attempt, and stores the log. May be called again with another end. */
  close(last: string): Promise<void>;
  /** Stores nothing from now on, because another attempt writes the log. */
  leave(): void;
}

export interface JobLogOptions {
  readonly storage: Storage;
  readonly key: string;
  /** Continues the log of an earlier attempt. */
  readonly append: boolean;
  readonly intervalMs?: number;
  readonly now?: () => Date;
}

const storeTimeoutMs = 10_000;

/** Opens the log of a job and stores it every few seconds. */
export async function openJobLog(options: JobLogOptions): Promise<JobLog> {
  const { storage, key, append, intervalMs = 3_000, now = () => new Date() } = options;
  let written = append ? await readEarlier(storage, key) : '';
  let isChanged = false;
  let hasLeft = false;
  let storing: Promise<unknown> = Promise.resolve();

  /** Stores in order, so that an old text never replaces a newer one. The next call makes up for a failed one. */
  function store(): Promise<unknown> {
    storing = storing.then(async () => {
      if (!isChanged || hasLeft) return;
      isChanged = false;
      await storage.put(key, Buffer.from(written)).catch(() => {
        isChanged = true;
      });
    });
    return storing;
  }

  function write(message: string): void {
    written += lineOf(message, now());
    isChanged = true;
  }

  const timer = setInterval(store, intervalMs);
  return {
    line(message) {
      if (written.length < maxLogLength) write(message);
    },
    async close(last) {
      clearInterval(timer);
      write(last);
      // Storage that hangs delays the log, not the job.
      await Promise.race([store(), new Promise((resolve) => setTimeout(resolve, storeTimeoutMs).unref())]);
    },
    leave() {
      clearInterval(timer);
      hasLeft = true;
    },
  };
}

async function readEarlier(storage: Storage, key: string): Promise<string> {
  try {
    return (await readLog(storage, key)).slice(-maxLogLength / 2);
  } catch {
    return '';
  }
}
