import { type ServiceState, serviceState } from '../../../contract/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { errorSchemas } from '../errors/error-schemas.ts';
import { notModified } from '../responses/entity-tags.ts';

/** What the operator has restricted, for everyone. */
export function addServiceStateRoute(app: App, { jobs }: Dependencies): void {
  app.get(
    '/v1/service',
    {
      schema: {
        operationId: 'getServiceState',
        tags: ['service'],
        summary: 'Get the state of the service',
        description: 'Says whether the operator has paused the queue, and whether the service is in maintenance.',
        response: {
          200: serviceState.describe('The state of the service.'),
          ...notModified,
          ...errorSchemas('database/unavailable'),
        },
      },
    },
    async () => readServiceState(jobs),
  );
}

export async function readServiceState({
  pause,
  maintenance,
}: Pick<Jobs, 'pause' | 'maintenance'>): Promise<ServiceState> {
  const [paused, maintained] = await Promise.all([pause.get(), maintenance.get()]);
  return {
    queue_paused: paused && { reason: paused.reason, since: paused.since.toISOString() },
    maintenance: maintained && { message: maintained.message, since: maintained.since.toISOString() },
  };
}
