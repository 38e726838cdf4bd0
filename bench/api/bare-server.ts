import fastify from 'fastify';
import pg from 'pg';
import { createLog } from '../../src/log.ts';
import { connect } from '../../src/service/database/index.ts';
import { jobJson } from '../../src/service/http/resources/job-json.ts';
import { entityTagOf } from '../../src/service/http/responses/entity-tags.ts';
import { createJobs } from '../../src/service/jobs/index.ts';

// The measures for the service's own routes: a job that is only selected, and a page whose jobs are all read and written for
// each request.

const url = process.argv[2]!;
const pool = new pg.Pool({ connectionString: url, max: 10 });
const database = connect({ url, log: createLog('silent'), applicationName: 'bench' });
const jobs = createJobs({ database, limits: { maxQueued: 0, maxRendering: 0, maxActivePerClient: 0 } });
const app = fastify();
app.get<{ Params: { id: string } }>('/v1/jobs/:id', async ({ params }) => {
  const { rows } = await pool.query('select * from jobs where id = $1', [params.id]);
  return rows[0];
});
app.get('/v1/jobs', async (_, reply) => {
  const page = await jobs.list({ limit: 100, offset: 0 });
  const listed = page.jobs.map((job) => jobJson(job, { debug: false, basePath: '' }, null));
  const json = JSON.stringify({ total: page.total, jobs: listed });
  return reply.type('application/json; charset=utf-8').header('etag', entityTagOf(json)).send(json);
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => process.exit(0));
