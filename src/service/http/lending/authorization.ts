import type { FastifyReply, FastifyRequest } from 'fastify';
import { workerProtocol, workerProtocolHeader } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { LentWorker, LentWorkers } from '../../lending/index.ts';
import { bearerTokenOf } from '../clients/key-check.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The lent worker that sends the request; null: it is not one of a worker. */
    lentWorker: LentWorker | null;
  }
}

export interface WorkerAuthorizationParts {
  readonly lentWorkers: Pick<LentWorkers, 'findByToken'>;
  /** Of the service. */
  readonly version: string;
}

/** Creates the check of a worker's token and protocol, which comes before everything else of a request. */
export function createWorkerAuthorization({ lentWorkers, version }: WorkerAuthorizationParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    const token = bearerTokenOf(request.headers);
    request.lentWorker = await lentWorkers.findByToken(token ?? '').catch((error) => {
      if (error instanceof Failure && error.code === 'worker/unknown-token') {
        reply.header('www-authenticate', 'Bearer realm="Reprise workers"');
      }
      throw error;
    });
    requireProtocol(request.headers[workerProtocolHeader], version);
  };
}

/** Another release of the same protocol is accepted; another protocol is refused with what to do. */
function requireProtocol(sent: string | string[] | undefined, version: string): void {
  const spoken = typeof sent === 'string' && /^\d{1,6}$/.test(sent) ? Number(sent) : null;
  if (spoken === workerProtocol) return;
  const found = spoken === null ? 'does not say which version it speaks' : `speaks version ${spoken}`;
  const advice =
    spoken !== null && spoken > workerProtocol
      ? `Install Reprise ${version} on the worker, or ask the operator of the service to update it.`
      : `Update the worker to Reprise ${version}.`;
  throw new Failure(
    'worker/other-protocol',
    `The service speaks version ${workerProtocol} of the worker protocol, and the worker ${found}. ${advice}`,
  );
}

export function workerOf({ lentWorker }: FastifyRequest): LentWorker {
  if (lentWorker === null) throw new Error('The request was not authorized.');
  return lentWorker;
}
