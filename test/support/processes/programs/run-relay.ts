import { createLog } from '../../../../src/log.ts';
import { connect } from '../../../../src/service/database/index.ts';
import { startQueue, startRelay } from '../../../../src/service/jobs/index.ts';

/** A relay in a process of its own, to be killed. */
const [, , url = ''] = process.argv;
const log = createLog('error');
const database = connect({ url, log, applicationName: 'relay', maxConnections: 2 });
const queue = await startQueue({ database, log });
await startRelay({ database, queue, log });
console.log('"relaying"');
