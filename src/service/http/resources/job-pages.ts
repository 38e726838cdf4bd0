import type { FastifyReply } from 'fastify';
import { type Client, isOwnJob, type Job, type JobFilter, type JobPosition, type Jobs } from '../../jobs/index.ts';
import { isNotModified } from '../requests/conditional-request.ts';
import { entityTagOf, mayBeUnmodified, sendUnmodified } from '../responses/entity-tags.ts';
import { shareReads } from './share-reads.ts';

/** Responds with a page of the list of jobs as JSON. The client is the one that requests it; null: it does not matter. */
export type SendJobPage = (reply: FastifyReply, filter: JobFilter, client: Client | null) => Promise<FastifyReply>;

/** How a list is serialized as JSON. */
export interface JobPageFormat {
  /** The client is the one that the job is serialized for; null: one that has not submitted it. */
  jobJson(job: Job, client: Client | null): unknown;
  /** Receives the JSON of all jobs of the page, with commas between them. */
  pageText(page: PageNumbers, jobs: string): string;
}

export interface PageNumbers {
  readonly total: number;
  /** Where the next page begins; null: this is the last one. Undefined: the request has no cursor. */
  readonly next?: JobPosition | null;
}

interface JobPage {
  readonly etag: string;
  /** Built when it is first needed: most clients that poll have the current version. */
  body(): Buffer;
}

interface JobText {
  readonly json: string;
  readonly etag: string;
}

/** A job with its JSON for most clients, and for the client that submitted it once that has requested it. */
interface SerializedJob {
  readonly job: Job;
  readonly text: JobText;
  ownText?: JobText;
}

/** A page as it was read, and as clients see it that have submitted none of its jobs. */
interface ReadPage {
  readonly numbers: PageNumbers;
  readonly jobs: readonly SerializedJob[];
  readonly common: JobPage;
}

/** The number of jobs whose JSON is kept; each has about 1.6 KB. */
const maxKept = 2_000;

/**
 * Keeps the JSON of jobs, so that a page is a concatenation: the database returns only the keys of a page, and the jobs whose
 * keys are new. All clients that request the same page at the same time wait for one read.
 */
export function createJobPages(
  jobs: Pick<Jobs, 'list' | 'listKeys' | 'listChanges'>,
  { jobJson, pageText }: JobPageFormat,
): SendJobPage {
  /** By key, the least recently used first. */
  const kept = new Map<string, SerializedJob>();
  const share = shareReads<ReadPage>();

  function textOf(job: Job, client: Client | null): JobText {
    const json = JSON.stringify(jobJson(job, client));
    return { json, etag: entityTagOf(json) };
  }

  function serialize(job: Job): SerializedJob {
    return { job, text: textOf(job, null) };
  }

  function keep(key: string, serialized: SerializedJob): SerializedJob {
    kept.delete(key);
    kept.set(key, serialized);
    if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '');
    return serialized;
  }

  function pageOf(numbers: PageNumbers, texts: readonly JobText[]): JobPage {
    let built: Buffer | null = null;
    return {
      // The tags of the jobs stand for their texts: hashing the whole page would take longer than building it.
      etag: entityTagOf(pageText(numbers, texts.map(({ etag }) => etag).join())),
      body() {
        built ??= Buffer.from(pageText(numbers, texts.map(({ json }) => json).join()));
        return built;
      },
    };
  }

  function readPageOf(numbers: PageNumbers, serialized: readonly SerializedJob[]): ReadPage {
    const texts = serialized.map(({ text }) => text);
    return { numbers, jobs: serialized, common: pageOf(numbers, texts) };
  }

  async function read(filter: JobFilter): Promise<ReadPage> {
    const page = await jobs.listKeys(filter);
    if (page === null) {
      const { jobs: found, ...numbers } = await jobs.list(filter);
      return readPageOf(numbers, found.map(serialize));
    }
    const known = new Map<string, SerializedJob>();
    for (const key of page.keys) {
      const serialized = kept.get(key);
      if (serialized !== undefined) known.set(key, keep(key, serialized));
    }
    if (known.size === page.keys.length) return readPageOf({ total: page.total }, [...known.values()]);
    // The page may have changed since its keys were read, so this reads both again, at one moment.
    const { total, keys, changed } = await jobs.listChanges(filter, [...known.keys()]);
    return readPageOf(
      { total },
      keys.map((key) => known.get(key) ?? keep(key, serialize(changed.get(key)!))),
    );
  }

  /** The page as one client sees it, which may have submitted some of the jobs. */
  function pageFor(client: Client | null, { numbers, jobs: serialized, common }: ReadPage): JobPage {
    const isOwn = ({ job }: SerializedJob) => client !== null && isOwnJob(job, client);
    if (!serialized.some(isOwn)) return common;
    return pageOf(
      numbers,
      serialized.map((entry) => {
        if (!isOwn(entry)) return entry.text;
        entry.ownText ??= textOf(entry.job, client);
        return entry.ownText;
      }),
    );
  }

  return async (reply, filter, client) => {
    const page = await share(JSON.stringify(filter), () => read(filter));
    const { etag, body } = pageFor(client, page);
    const { request } = reply;
    if (mayBeUnmodified(request) && isNotModified({ etag }, request.headers)) return sendUnmodified(reply, etag);
    return reply.type('application/json; charset=utf-8').header('etag', etag).send(body());
  };
}
