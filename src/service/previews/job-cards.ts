import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { artifactKeys, type Job } from '../../contract/index.ts';
import { Failure } from '../../failure.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import type { Card } from '../../rendering/card/index.ts';
import type { Storage } from '../storage/index.ts';
import { cardOfJob } from './card-of-job.ts';

/** The pictures that chats show beside links to jobs. */
export interface JobCards {
  find(job: Job): Promise<JobCard>;
}

export interface JobCard {
  /** Changes with everything that the card shows. */
  readonly etag: string;
  /** The card as JPEG. Nothing is drawn before this call. It rejects if too many cards wait already. */
  draw(): Promise<Buffer>;
}

export interface JobCardsOptions {
  readonly storage: Pick<Storage, 'get' | 'stat'>;
  /** Draws over a frame of the video; over a plain background if there is none. */
  readonly draw: (card: Card, picture: Uint8Array | null) => Promise<Buffer>;
  /** Changes whenever a card may be drawn differently. */
  readonly rendererVersion: string;
  /** The maximum number of cards that are drawn or wait for it. */
  readonly maxWaiting?: number;
}

/** Several chat servers request a card that was just posted. A card has about 100 kB. */
const maxKept = 32;

export function createJobCards({ storage, draw, rendererVersion, maxWaiting = 24 }: JobCardsOptions): JobCards {
  // One at a time: renders need the machine more than cards do.
  const limit = limitConcurrency(1);
  let waiting = 0;
  const kept = new Map<string, Promise<Buffer>>();

  async function readThumbnail(key: string): Promise<Buffer | null> {
    const object = await storage.get(key);
    return object && (await buffer(object.stream));
  }

  return {
    async find(job) {
      const card = cardOfJob(job);
      const key = artifactKeys.thumbnail(job.job_id);
      const thumbnail = job.status === 'completed' && job.purged_at === null ? await storage.stat(key) : null;
      const shown = JSON.stringify([rendererVersion, card, thumbnail?.etag]);
      const etag = `"${hash('sha1', shown, 'base64url')}"`;
      return {
        etag,
        draw() {
          const known = kept.get(etag);
          if (known !== undefined) return known;
          if (waiting >= maxWaiting) return Promise.reject(new Failure('card/busy'));
          waiting++;
          const drawing = limit(async () => draw(card, thumbnail && (await readThumbnail(key)))).finally(
            () => waiting--,
          );
          kept.set(etag, drawing);
          drawing.catch(() => kept.delete(etag));
          const [oldest] = kept.keys();
          if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
          return drawing;
        },
      };
    },
  };
}
