import { type Health, health } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { failureOf } from '../errors/error-response.ts';
import { errorSchemas } from '../errors/error-schemas.ts';

const checkTimeoutMs = 3_000;

export interface HealthDependencies
  extends Pick<Dependencies, 'database' | 'storage' | 'tempFolder' | 'version' | 'log'> {
  /** Only for a worker: throws if the service does not accept its reports. */
  readonly checkReporting?: () => Promise<void>;
}

export function addHealthRoute(app: App, dependencies: HealthDependencies): void {
  const { database, storage, tempFolder, version, log, checkReporting } = dependencies;
  app.get(
    '/health',
    {
      schema: {
        operationId: 'getHealth',
        tags: ['service'],
        summary: 'Health check',
        description: 'Checks the database, the storage and the disk for temporary files, for at most three seconds.',
        response: {
          200: health.describe('The service is healthy or degraded.'),
          503: health.describe('The database or the storage is not available.'),
          ...errorSchemas(),
        },
      },
    },
    async (request, reply): Promise<Health> => {
      let state: Pick<Health, 'queue_paused' | 'maintenance'> = {};
      const [databaseCheck, storageCheck, diskCheck, reportingCheck] = await Promise.all([
        check('database', async () => {
          state = await readState(database);
        }),
        check('storage', (signal) => storage.check({ signal })),
        check('disk', () => tempFolder.check()),
        checkReporting && check('reporting', checkReporting),
      ]);
      const checks = {
        database: databaseCheck,
        storage: storageCheck,
        disk: diskCheck,
        ...(reportingCheck && { reporting: reportingCheck }),
      };
      const status = statusOf(Object.values(checks));
      if (status === 'unhealthy') reply.code(503).header('retry-after', 5);
      request.isRoutine = status === 'healthy';
      reply.header('cache-control', 'no-store');
      return { status, checks, ...state, version };
    },
  );

  async function check(name: string, run: (signal: AbortSignal) => Promise<unknown>) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(checkTimeoutMs);
    const timedOut = new Promise<never>((_, reject) => {
      const code = name === 'database' ? 'database/unavailable' : 'storage/unavailable';
      const message = `There was no answer within ${checkTimeoutMs / 1000} s.`;
      signal.addEventListener('abort', () => reject(new Failure(code, message)), { once: true });
    });
    let healthy = true;
    let code: string | null = null;
    try {
      await Promise.race([run(signal), timedOut]);
    } catch (err) {
      healthy = false;
      code = failureOf(err)?.code ?? null;
      log.warn({ err, check: name }, 'health check failed');
    }
    return { healthy, latency_ms: Math.round((performance.now() - startedAt) * 10) / 10, code };
  }
}

/** What an operator has restricted; it is also the check of the database. Neither makes the service unhealthy. */
async function readState({ pool }: Pick<Dependencies['database'], 'pool'>) {
  const { rows } = await pool.query<{ is_paused: boolean; message: string | null }>(
    `select paused_at is not null as is_paused, (select message from maintenance) as message from queue_clock`,
  );
  const [row] = rows;
  return {
    ...(row?.is_paused === true && { queue_paused: true as const }),
    ...(row?.message != null && { maintenance: row.message }),
  };
}

/** With a full disk the service still answers, so a load balancer must not take it away. */
function statusOf(checks: readonly Health['checks']['disk'][]): Health['status'] {
  const failed = checks.filter(({ healthy }) => !healthy);
  if (failed.length === 0) return 'healthy';
  return failed.every(({ code }) => code === 'storage/full') ? 'degraded' : 'unhealthy';
}
