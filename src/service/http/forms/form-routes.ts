import type { App } from '../dependencies.ts';
import { requireUnencoded } from '../requests/require-unencoded.ts';

/** Adds routes that accept only multipart forms. */
export function addFormRoutes(app: App, addRoutes: (scope: App) => void): void {
  app.register(async (scope: App) => {
    scope.addHook('preParsing', async (request, reply) => requireUnencoded(request, reply));
    scope.removeAllContentTypeParsers();
    // The handler reads the body itself. Clients often send a form without a file in the other format: the error then
    // names the missing file, not the media type.
    scope.addContentTypeParser(['multipart/form-data', 'application/x-www-form-urlencoded'], async () => null);
    addRoutes(scope);
  });
}

/** A validator for bodies whose schema only documents them: the handler reads and validates them itself. */
export const skipValidation = () => (value: unknown) => ({ value });
