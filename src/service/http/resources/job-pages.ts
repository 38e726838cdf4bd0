import type { FastifyReply } from 'fastify';
import type { Job, JobFilter, Jobs } from '../../jobs/index.ts';
import { entityTagOf } from '../responses/entity-tags.ts';
import { shareReads } from './share-reads.ts';

/** Responds with a page of the list of jobs as JSON. */
export type SendJobPage = (reply: FastifyReply, filter: JobFilter) => Promise<FastifyReply>;

/** How a list is written as JSON. */
export interface JobPageFormat {
  jobJson(job: Job): unknown;
  /** Receives the JSON of all jobs of the page, with commas between them. */
  pageText(total: number, jobs: string): string;
}

interface JobPage {
  readonly body: Buffer;
  readonly etag: string;
}

interface JobText {
  readonly json: string;
  readonly etag: string;
}

/** The number of jobs whose JSON is kept; each has about 1.3 KB. */
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
  const kept = new Map<string, JobText>();
  const share = shareReads<JobPage>();

  function textOf(job: Job): JobText {
    const json = JSON.stringify(jobJson(job));
    return { json, etag: entityTagOf(json) };
  }

  function keep(key: string, text: JobText): JobText {
    kept.delete(key);
    kept.set(key, text);
    if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '');
    return text;
  }

  function pageOf(total: number, texts: readonly JobText[]): JobPage {
    const body = Buffer.from(pageText(total, texts.map(({ json }) => json).join()));
    // The tags of the jobs stand for their texts: hashing the whole page would take longer than building it.
    return { body, etag: entityTagOf(pageText(total, texts.map(({ etag }) => etag).join())) };
  }

  async function read(filter: JobFilter): Promise<JobPage> {
    const page = await jobs.listKeys(filter);
    if (page === null) {
      const { total, jobs: found } = await jobs.list(filter);
      return pageOf(total, found.map(textOf));
    }
    const known = new Map<string, JobText>();
    for (const key of page.keys) {
      const text = kept.get(key);
      if (text !== undefined) known.set(key, keep(key, text));
    }
    if (known.size === page.keys.length) return pageOf(page.total, [...known.values()]);
    // The page may have changed since its keys were read, so this reads both again, at one moment.
    const { total, keys, changed } = await jobs.listChanges(filter, [...known.keys()]);
    return pageOf(
      total,
      keys.map((key) => known.get(key) ?? keep(key, textOf(changed.get(key)!))),
    );
  }

  return async (reply, { status, client, q, limit, offset }) => {
    const filter = { status, client, q, limit, offset };
    const { body, etag } = await share(JSON.stringify(filter), () => read(filter));
    return reply.type('application/json; charset=utf-8').header('etag', etag).send(body);
  };
}
