import type { FastifyReply } from 'fastify';
import type { JobFilter, JobListPage, Jobs } from '../../jobs/index.ts';
import { entityTagOf } from '../responses/entity-tags.ts';

/** Responds with a page of the list of jobs as JSON. */
export type SendJobPage = (reply: FastifyReply, filter: JobFilter) => Promise<FastifyReply>;

interface JobPage {
  readonly json: string;
  readonly etag: string;
}

/** The most pages of the list that are kept; a page of 100 jobs has about 130 KB. */
const maxKept = 50;

/**
 * Keeps the JSON of pages and builds a page only if the database says that it has another version. All clients that request
 * the same page at the same time wait for one build.
 */
export function createJobPages(
  jobs: Pick<Jobs, 'list' | 'pageVersion'>,
  bodyOf: (page: JobListPage) => unknown,
): SendJobPage {
  /** By version, the least recently used first. */
  const pages = new Map<string, Promise<JobPage>>();

  function keep(version: string, page: Promise<JobPage>): void {
    pages.delete(version);
    pages.set(version, page);
    const [oldest] = pages.keys();
    if (pages.size > maxKept && oldest !== undefined) pages.delete(oldest);
  }

  async function build(filter: JobFilter, expected: string | null): Promise<JobPage> {
    const list = await jobs.list(filter);
    const json = JSON.stringify(bodyOf(list));
    const page = { json, etag: entityTagOf(json) };
    if (expected !== null && list.version !== expected) {
      // The list has changed since its version was read.
      pages.delete(expected);
      if (list.version !== null) keep(list.version, Promise.resolve(page));
    }
    return page;
  }

  async function read(filter: JobFilter): Promise<JobPage> {
    const version = await jobs.pageVersion(filter);
    if (version === null) return build(filter, null);
    const page = pages.get(version) ?? build(filter, version);
    keep(version, page);
    return page.catch((error) => {
      pages.delete(version);
      throw error;
    });
  }

  return async (reply, filter) => {
    const { json, etag } = await read(filter);
    return reply.type('application/json; charset=utf-8').header('etag', etag).send(json);
  };
}
