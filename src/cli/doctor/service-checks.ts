import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import { type Database, pendingMigrations } from '../../service/database/index.ts';
import { countDeadLetters, countSlots, createJobs } from '../../service/jobs/index.ts';
import { createStorage } from '../../service/storage/index.ts';
import { createCompletionReporter } from '../../service/worker/index.ts';
import { type CheckResult, ok, warning } from './check.ts';

/** A job that waits longer than this to enter the queue means that no service moves it there. */
const maxOutboxAgeSeconds = 60;

export async function checkDatabase({ db }: Database): Promise<CheckResult> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const pending = await pendingMigrations({ db });
  const message = `PostgreSQL ${rows[0]?.version}`;
  if (pending.length === 0) return ok(message);
  return warning(`${message}, ${pending.length} migrations behind`, 'The next start of the service applies them.');
}

export async function checkQueue(database: Database, limits: Config['limits']): Promise<CheckResult> {
  if ((await pendingMigrations(database)).length > 0) return ok('not checked until the database is up to date');
  const { jobsByStatus, outboxAgeSeconds } = await createJobs({ database, limits }).statistics();
  const { queued, downloading, rendering } = jobsByStatus;
  const message = `${queued} queued, ${downloading + rendering} in progress`;
  if (outboxAgeSeconds > maxOutboxAgeSeconds) {
    const seconds = Math.round(outboxAgeSeconds);
    return warning(`${message}; jobs have waited ${seconds} s to enter the queue`, 'Start the service.');
  }
  const slots = await countSlots(database.db);
  if (slots > 0 && slots >= limits.maxRendering) {
    return warning(
      `${message}; with ${slots} renders at a time, MAX_RENDERING=${limits.maxRendering} refuses jobs that should be queued`,
      `Set MAX_RENDERING to ${2 * slots} or more for the API: twice the renders of all workers.`,
    );
  }
  const dead = await countDeadLetters(database.db);
  return dead === 0 ? ok(message) : warning(`${message}, ${dead} dead letters`, 'See bin/reprise dead-letters.');
}

export async function checkStorage({ storage: config, dataDir }: Config): Promise<CheckResult> {
  if (config.kind === 'local' && !existsSync(join(dataDir, 'objects'))) {
    return ok('the first start will create it');
  }
  const storage = await createStorage({ config, dataDir, signingKey: Buffer.alloc(32) });
  await storage.check().finally(() => storage.close());
  return ok(config.kind === 'local' ? 'files in the data folder' : `bucket ${config.bucket}`);
}

const reportingTimeoutMs = 15_000;

/** Does what a worker with these settings does when a render ends, for a job that does not exist. */
export async function checkReporting({ serviceUrl, webhookSecret: secret }: Config, log: Log): Promise<CheckResult> {
  if (serviceUrl === null) return ok('SERVICE_URL is not set: this machine has no worker for a service elsewhere');
  if (secret === null) throw new Error('WEBHOOK_SECRET is not set.');
  await createCompletionReporter({ serviceUrl, secret, log }).check(AbortSignal.timeout(reportingTimeoutMs));
  return ok(`${serviceUrl} accepts the reports of a worker with these settings`);
}
