import type { Config } from '../../../config.ts';
import type { App } from '../dependencies.ts';
import { isMultipart } from '../forms/receive-form.ts';
import { createOriginCheck } from './origin-check.ts';

const maxBodyBytes = 64 * 1024;

/**
 * Adds routes by which clients change what they own. They refuse pages of other sites, and read no body but the form of a
 * POST.
 */
export function addOwnerRoutes(app: App, config: Config, addRoutes: (scope: App) => void): void {
  const checkOrigin = createOriginCheck(config);
  app.register(async (scope: App) => {
    scope.addHook('onRequest', async (request) => {
      const { method, raw } = request;
      // A page of another site cannot make its visitor's browser send a key.
      if (request.keyClient === null) checkOrigin(raw.headers);
      // The media type of any other body does not matter; Fastify would refuse one that it cannot parse.
      if (method !== 'POST' || !isMultipart(request)) delete raw.headers['content-type'];
    });
    scope.removeAllContentTypeParsers();
    // The handler reads the form itself.
    scope.addContentTypeParser('multipart/form-data', async () => null);
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, async () => undefined);
    addRoutes(scope);
  });
}
