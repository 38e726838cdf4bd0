import { type Health, health } from '../../../contract/index.ts';
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
    async (_, reply): Promise<Health> => {
      const [databaseCheck, storageCheck, diskCheck, reportingCheck] = await Promise.all([
        check('database', () => database.pool.query('select 1')),
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
      reply.header('cache-control', 'no-store');
      return { status, checks, version };
    },
  );

  async function check(name: string, run: (signal: AbortSignal) => Promise<unknown>) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(checkTimeoutMs);
    const timedOut = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
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

/** With a full disk the service still answers, so a load balancer must not take it away. */
function statusOf(checks: readonly Health['checks']['disk'][]): Health['status'] {
  const failed = checks.filter(({ healthy }) => !healthy);
  if (failed.length === 0) return 'healthy';
  return failed.every(({ code }) => code === 'storage/full') ? 'degraded' : 'unhealthy';
}
