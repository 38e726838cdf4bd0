import multipart from '@fastify/multipart';
import type { App } from '../dependencies.ts';
import { requireUnencoded } from '../requests/require-unencoded.ts';

/** Adds routes that accept only multipart forms. */
export function addFormRoutes(app: App, addRoutes: (scope: App) => void): void {
  // By default the multipart plugin would log the request headers.
  app.register(addForms, { logSerializers: { busboyOptions: () => '' } });

  async function addForms(scope: App): Promise<void> {
    scope.addHook('preParsing', async (request, reply) => requireUnencoded(request, reply));
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    // Clients often send a form without a file in this format. The error names the missing file, not the media type.
    scope.addContentTypeParser('application/x-www-form-urlencoded', async () => null);
    addRoutes(scope);
  }
}

/** A validator for bodies whose schema only documents them: the handler reads and validates them itself. */
export const skipValidation = () => (value: unknown) => ({ value });
