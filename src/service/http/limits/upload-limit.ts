import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { Failure } from '../../../failure.ts';
import { createClientReader } from '../clients/request-client.ts';
import { createClientCounts } from './client-counts.ts';

/** Limits how many forms of each client this process receives and handles at the same time. */
export interface UploadLimit {
  /** Counts a form until the returned function is called; throws if the client has too many. */
  begin(request: Pick<FastifyRequest, 'keyClient' | 'raw'>): () => void;
}

export type UploadLimitConfig = Pick<Config, 'trustedProxies' | 'clientIpHeader' | 'limits'>;

/**
 * Without this limit, the unfinished forms of one client could fill the disk: each may take a quarter of an hour, and the rate
 * limits count only what has arrived and is valid. Only abuse reaches it, because it comes before all other checks of a form;
 * a client may therefore send at least as many forms at once as per minute.
 */
export function createUploadLimit(config: UploadLimitConfig, maxPerClient: number): UploadLimit {
  const readClient = createClientReader(config);
  const uploads = createClientCounts();
  return {
    begin(request) {
      const { client, key } = readClient(request);
      const max = Math.max(maxPerClient, (key ?? config.limits).submissionsPerMinute);
      if (uploads.of(client) >= max) throw new Failure('limit/uploads', `You already have ${max} uploads in progress.`);
      uploads.add(client, 1);
      return () => uploads.add(client, -1);
    },
  };
}
