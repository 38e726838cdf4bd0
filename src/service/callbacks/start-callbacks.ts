import { messageOf } from '../../failure.ts';
import type { Log } from '../../log.ts';
import { channels, type Database } from '../database/index.ts';
import type { AddressRule } from './address-rule.ts';
import {
  type Delivery,
  deleteOldCallbacks,
  putBack,
  recordDelivered,
  recordFailed,
  takeDelivery,
} from './deliveries.ts';
import { sendMessage } from './send.ts';

/** Sends the messages about ended jobs. Any number of processes may do so at the same time. */
export interface Callbacks {
  stop(): Promise<void>;
}

export interface CallbacksOptions {
  readonly database: Database;
  readonly rule: AddressRule;
  /** The job as its client sees it; null: it was deleted. */
  readonly describeJob: (jobId: string) => Promise<object | null>;
  readonly log: Log;
  readonly timeoutMs?: number;
}

const maxConcurrent = 8;
/** A host that hangs must not delay the messages of other keys. */
const maxConcurrentPerKey = 2;
const pollEveryMs = 5_000;
const cleanUpEveryMs = 60 * 60_000;

export async function startCallbacks(options: CallbacksOptions): Promise<Callbacks> {
  const { database, log } = options;
  const { db } = database;
  const stopping = new AbortController();
  const running = new Map<Promise<void>, string>();
  let taking: Promise<void> | null = null;
  let isPending = false;

  function wake(): void {
    isPending = true;
    if (stopping.signal.aborted) return;
    taking ??= takeAll()
      .catch((err) => log.warn({ err }, 'the messages to clients could not be read; trying again'))
      .finally(() => {
        taking = null;
        if (isPending && running.size < maxConcurrent) setImmediate(wake);
      });
  }

  async function takeAll(): Promise<void> {
    while (running.size < maxConcurrent && !stopping.signal.aborted) {
      isPending = false;
      const delivery = await takeDelivery(db, busyKeys([...running.values()]));
      if (delivery === null) return;
      const sending: Promise<void> = deliver(options, delivery, stopping.signal)
        .catch((err) => log.warn({ err, callback: delivery.id }, 'the result of a message could not be recorded'))
        .finally(() => {
          running.delete(sending);
          wake();
        });
      running.set(sending, delivery.keyId);
    }
  }

  const poll = setInterval(wake, pollEveryMs);
  const cleanUp = setInterval(() => void deleteOldCallbacks(db).catch(() => {}), cleanUpEveryMs);
  const stopTimers = () => {
    clearInterval(poll);
    clearInterval(cleanUp);
  };
  const subscription = await database
    .listen({ channel: channels.callbacks, onNotify: wake, onConnect: wake })
    .catch((error) => {
      stopTimers();
      throw error;
    });
  return {
    async stop() {
      stopping.abort(new Error('The service is stopping.'));
      stopTimers();
      await subscription.close();
      await taking;
      await Promise.allSettled(running.keys());
    },
  };
}

function busyKeys(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter((key) => keys.filter((other) => other === key).length >= maxConcurrentPerKey);
}

/** Sends a message and records the result. The URL may contain secrets, so the log has only the id. */
async function deliver(options: CallbacksOptions, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { database, rule, describeJob, log, timeoutMs } = options;
  const { id, jobId, event, createdAt, tries, url, secret, isKeyRevoked } = delivery;
  const about = { callback: id, jobId, event, tries };
  try {
    if (isKeyRevoked) throw new Error('The key is revoked.');
    const data = await describeJob(jobId);
    if (data === null) throw new Error('The job was deleted.');
    const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
    const message = { id: `msg_${id}`, sentAtUnixSeconds: Math.floor(Date.now() / 1000), body };
    await sendMessage(url, message, { secret, rule, signal, timeoutMs });
  } catch (error) {
    // A process that stops ends its requests: that is no failure of the receiver.
    if (signal.aborted) return putBack(database.db, delivery);
    const reason = messageOf(error);
    const isRetried = await recordFailed(database.db, delivery, reason);
    log[isRetried ? 'info' : 'warn']({ ...about, reason, isRetried }, 'a message to a client was not delivered');
    return;
  }
  await recordDelivered(database.db, delivery);
  log.info(about, 'a message to a client was delivered');
}
