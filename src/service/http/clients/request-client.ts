import type { FastifyRequest } from 'fastify';
import type { Client } from '../../jobs/index.ts';
import type { Key } from '../../keys/index.ts';
import { type ClientIdentityConfig, createClientIdentifier } from './client-address.ts';

/** Who sends a request: an address, a key, or a user of a key. */
export interface RequestClient extends Client {
  /** Null: the request has no key. */
  readonly key: Key | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The client of a request with a valid key; null: the request has no key. */
    keyClient: RequestClient | null;
  }
}

export type ReadClient = (request: Pick<FastifyRequest, 'keyClient' | 'raw'>) => RequestClient;

/** Creates the function that tells who sends a request. `addKeyCheck` must have checked the key. */
export function createClientReader(config: ClientIdentityConfig): ReadClient {
  const addressOf = createClientIdentifier(config);
  return ({ keyClient, raw }) => keyClient ?? { client: addressOf(raw), keyId: null, key: null };
}
