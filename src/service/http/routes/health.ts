import { type Health, health } from '../../../contract/index.ts';
import type { App, Dependencies } from '../dependencies.ts';

const checkTimeoutMs = 3_000;

export function addHealthRoute(
  app: App,
  { database, storage, version, log }: Pick<Dependencies, 'database' | 'storage' | 'version' | 'log'>,
): void {
  app.get(
    '/health',
    {
      schema: {
        tags: ['service'],
        summary: 'Health check',
        description: 'Checks the database and the storage, for at most three seconds.',
        response: {
          200: health.describe('All checks succeeded.'),
          503: health.describe('The database or the storage is not available.'),
        },
      },
    },
    async (_, reply): Promise<Health> => {
      const [databaseCheck, storageCheck] = await Promise.all([
        check('database', () => database.pool.query('select 1')),
        check('storage', (signal) => storage.check({ signal })),
      ]);
      const healthy = databaseCheck.healthy && storageCheck.healthy;
      if (!healthy) reply.code(503).header('retry-after', 5);
      reply.header('cache-control', 'no-store');
      return {
        status: healthy ? 'healthy' : 'unhealthy',
        checks: { database: databaseCheck, storage: storageCheck },
        version,
      };
    },
  );

  async function check(name: string, run: (signal: AbortSignal) => Promise<unknown>) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(checkTimeoutMs);
    const timedOut = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    let healthy = true;
    try {
      await Promise.race([run(signal), timedOut]);
    } catch (err) {
      healthy = false;
      log.warn({ err, check: name }, 'health check failed');
    }
    return { healthy, latency_ms: Math.round((performance.now() - startedAt) * 10) / 10 };
  }
}
