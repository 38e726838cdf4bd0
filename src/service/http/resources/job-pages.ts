import type { JobFilter, JobListPage, Jobs } from '../../jobs/index.ts';

/** Reads pages of the list of jobs as JSON. */
export type ReadJobPage = (filter: JobFilter) => Promise<Buffer>;

/** The most pages of the list that are kept; a page of 100 jobs has about 130 KB. */
const maxKept = 50;

/**
 * Keeps the JSON of pages and builds a page only if the database says that it has another version. All clients that request
 * the same page at the same time wait for one build and get the same bytes.
 */
export function createJobPages(
  jobs: Pick<Jobs, 'list' | 'pageVersion'>,
  bodyOf: (page: JobListPage) => unknown,
): ReadJobPage {
  /** By version, the least recently used first. */
  const pages = new Map<string, Promise<Buffer>>();

  function keep(version: string, body: Promise<Buffer>): void {
    pages.delete(version);
    pages.set(version, body);
    const [oldest] = pages.keys();
    if (pages.size > maxKept && oldest !== undefined) pages.delete(oldest);
  }

  async function build(filter: JobFilter, expected: string | null): Promise<Buffer> {
    const page = await jobs.list(filter);
    const body = Buffer.from(JSON.stringify(bodyOf(page)));
    if (expected !== null && page.version !== expected) {
      // The list has changed since its version was read.
      pages.delete(expected);
      if (page.version !== null) keep(page.version, Promise.resolve(body));
    }
    return body;
  }

  return async (filter) => {
    const version = await jobs.pageVersion(filter);
    if (version === null) return build(filter, null);
    const body = pages.get(version) ?? build(filter, version);
    keep(version, body);
    return body.catch((error) => {
      pages.delete(version);
      throw error;
    });
  };
}
