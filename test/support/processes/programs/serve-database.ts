import { createLog } from '../../../../src/log.ts';
import { connect, joinEmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/service/database/index.ts';

/** Owns or joins the embedded database of a folder until it is told to end, as `serve` and other commands do. */
const [, , how, dataDir = ''] = process.argv;
const log = createLog('warn');

if (how === 'join') {
  const joined = await joinEmbeddedPostgres({ dataDir });
  if (joined === null) {
    console.log('null');
  } else {
    const database = connect({ url: joined.url, log, applicationName: 'joined' });
    const { rows } = await database.pool.query('select 1 as one');
    console.log(JSON.stringify({ ...joined, one: rows[0].one }));
    await database.close();
  }
} else {
  const server = await startEmbeddedPostgres({ dataDir, log }).catch((error) => {
    console.log(JSON.stringify({ code: error.code, message: error.message }));
    process.exit(1);
  });
  process.once('SIGTERM', async () => {
    await server.stop();
    process.exit(0);
  });
  console.log(JSON.stringify({ url: server.url }));
}
