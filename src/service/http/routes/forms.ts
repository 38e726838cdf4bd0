import multipart from '@fastify/multipart';
import type { App } from '../app.ts';

/** A part of the app whose routes take forms with a file, and nothing else. The form reader would log the headers. */
export function addFormRoutes(app: App, addRoutes: (scope: App) => void): void {
  app.register(addForms, { logSerializers: { busboyOptions: () => '' } });

  async function addForms(scope: App): Promise<void> {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    // A form without a file is often sent in this way: it is told what it misses, not that it has the wrong type.
    scope.addContentTypeParser('application/x-www-form-urlencoded', async () => null);
    addRoutes(scope);
  }
}

/** For bodies that are documented by a schema and read by the handler. */
export const readByHandler = () => (value: unknown) => ({ value });
