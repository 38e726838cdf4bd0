import { text } from 'node:stream/consumers';
import type { Storage } from '../storage/index.ts';

/** What a user reads of a render, in storage while it runs. */
export interface JobLog {
  line(text: string): void;
  /** Stores it all, with a last line that says how it ended. May be called again when that turns out otherwise. */
  close(last: string): Promise<void>;
  /** Stores nothing from now on: the log is another attempt's. */
  leave(): void;
}

export interface JobLogOptions {
  readonly storage: Storage;
  readonly key: string;
  /** Goes on where an earlier attempt ended. */
  readonly append: boolean;
  readonly everyMs?: number;
  readonly now?: () => Date;
}

const maxLength = 256 * 1024;
const maxLine = 500;
const lastStoreMs = 10_000;

export async function openJobLog(options: JobLogOptions): Promise<JobLog> {
  const { storage, key, append, everyMs = 3_000, now = () => new Date() } = options;
  let written = append ? await earlier(storage, key) : '';
  let changed = false;
  let left = false;
  let storing: Promise<unknown> = Promise.resolve();

  /** One after another, so that an old text never replaces a newer one. A failed one is made up for by the next. */
  function store(): Promise<unknown> {
    storing = storing.then(async () => {
      if (!changed || left) return;
      changed = false;
      await storage.put(key, Buffer.from(written)).catch(() => {
        changed = true;
      });
    });
    return storing;
  }

  function write(message: string): void {
    written += lineOf(message, now());
    changed = true;
  }

  const timer = setInterval(store, everyMs);
  return {
    line(message) {
      if (written.length < maxLength) write(message);
    },
    async close(last) {
      clearInterval(timer);
      write(last);
      // Storage that hangs keeps the log, not the job.
      await Promise.race([store(), new Promise((resolve) => setTimeout(resolve, lastStoreMs).unref())]);
    },
    leave() {
      clearInterval(timer);
      left = true;
    },
  };
}

/**
 * Adds a line to a log that nobody has open. Throws, and leaves it as it is, when that takes longer than storage should: by
 * then the log may be somebody else's.
 */
export async function addLine(storage: Storage, key: string, message: string): Promise<void> {
  const signal = AbortSignal.timeout(lastStoreMs);
  const written = await read(storage, key, signal);
  if (written.length < maxLength)
    await storage.put(key, Buffer.from(written + lineOf(message, new Date())), { signal });
}

async function earlier(storage: Storage, key: string): Promise<string> {
  try {
    return (await read(storage, key)).slice(-maxLength / 2);
  } catch {
    return '';
  }
}

async function read(storage: Storage, key: string, signal?: AbortSignal): Promise<string> {
  const object = await storage.get(key, { ...(signal && { signal }) });
  return object === null ? '' : text(object.stream);
}

function lineOf(message: string, at: Date): string {
  const time = at.toISOString().slice(0, 19).replace('T', ' ');
  // A name in a replay or a map may hold anything; a line stays a line.
  return `${time}  ${message.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxLine)}\n`;
}
