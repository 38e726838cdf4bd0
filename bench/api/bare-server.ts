import fastify from 'fastify';
import pg from 'pg';

// What jobs cost to read when nothing but the select is done: the measure for the service's own routes.

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const app = fastify();
app.get<{ Params: { id: string } }>('/v1/jobs/:id', async ({ params }) => {
  const { rows } = await pool.query('select * from jobs where id = $1', [params.id]);
  return rows[0];
});
app.get('/v1/jobs', async () => {
  const { rows } = await pool.query('select * from jobs order by created_at desc, id desc limit 100');
  return { total: rows.length, jobs: rows };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => process.exit(0));
