import { z } from 'zod';
import {
  type AdminBlock,
  type AdminCallback,
  type AdminKey,
  type AdminNewKey,
  blockBody,
  keyBody,
  targetParams,
} from '../../../contract/index.ts';
import { blockJson, callbackJson, keyJson } from '../../administration/index.ts';
import { parseClient } from '../../jobs/index.ts';
import { defaultKeyOptions } from '../../keys/index.ts';
import type { App } from '../dependencies.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import type { AdminRouteParts } from './parts.ts';

const numberParams = z.object({ id: z.coerce.number().int().positive() });

/** Keys, blocks and messages to clients. */
export function addAdminListRoutes(app: App, parts: AdminRouteParts): void {
  const { administration, actionsOf, jobs, keys } = parts;

  app.get('/v1/admin/keys', async (): Promise<{ keys: AdminKey[] }> => ({ keys: (await keys.list()).map(keyJson) }));
  app.post('/v1/admin/keys', { schema: { body: keyBody } }, async (request): Promise<AdminKey & AdminNewKey> => {
    const { name, per_minute, active, priority, expires_at } = request.body;
    const created = await actionsOf(request).createKey(name, {
      submissionsPerMinute: per_minute ?? defaultKeyOptions.submissionsPerMinute,
      maxActive: active ?? defaultKeyOptions.maxActive,
      priority: priority ?? defaultKeyOptions.priority,
      expiresAt: expires_at === null ? null : new Date(expires_at),
    });
    return { ...keyJson(created.key), key: created.token, callback_secret: created.callbackSecret };
  });
  app.post('/v1/admin/keys/:id/revoke', { schema: { params: targetParams } }, async (request) =>
    keyJson(await actionsOf(request).revokeKey(request.params.id)),
  );

  app.get('/v1/admin/blocks', async (): Promise<{ blocks: AdminBlock[] }> => {
    return { blocks: (await jobs.blocks.list()).map(blockJson) };
  });
  app.post('/v1/admin/blocks', { schema: { body: blockBody } }, async (request) => {
    const { kind, reason, expires_at } = request.body;
    const name = kind === 'client' ? requireClient(request.body.name) : request.body.name;
    const expiresAt = expires_at === null ? null : new Date(expires_at);
    return blockJson(await actionsOf(request).addBlock({ kind, name, reason, expiresAt }));
  });
  app.delete('/v1/admin/blocks/:id', { schema: { params: numberParams } }, async (request) =>
    blockJson(await actionsOf(request).removeBlock(request.params.id)),
  );

  app.get('/v1/admin/callbacks', async (): Promise<{ callbacks: AdminCallback[] }> => {
    return { callbacks: (await administration.listUndelivered()).slice(0, 100).map(callbackJson) };
  });
  app.post('/v1/admin/callbacks/retry', async (request) => ({ retried: await actionsOf(request).retryCallbacks() }));
}

/** A block of anything else would refuse no one. */
function requireClient(text: string): string {
  const client = parseClient(text);
  if (client !== null) return client;
  throw new InvalidRequest([{ field: 'name', message: 'Must be an address, key:ID or key:ID/USER.' }]);
}
