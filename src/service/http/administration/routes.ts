import type { App, Dependencies } from '../dependencies.ts';
import { createAuthorization } from './authorization.ts';
import { addAdminJobRoutes } from './job-routes.ts';
import { addAdminListRoutes } from './list-routes.ts';
import type { AdminRouteParts } from './parts.ts';
import { addAdminServiceRoutes } from './service-routes.ts';
import { addAdminWorkerRoutes } from './worker-routes.ts';

/**
 * Everything below /v1/admin, if ADMIN_TOKEN is set. The public description of the API does not contain it;
 * docs/administration.md does.
 */
export function addAdministrationRoutes(app: App, dependencies: Dependencies): void {
  const { adminToken } = dependencies.config;
  if (adminToken === null) return;
  const authorize = createAuthorization(dependencies, adminToken);
  const parts: AdminRouteParts = {
    ...dependencies,
    actionsOf({ operator }) {
      if (operator === null) throw new Error('The request was not authorized.');
      return dependencies.administration.actionsOf(operator);
    },
  };
  app.decorateRequest('operator', null);
  app.register(async (scope: App) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    scope.addHook('onRequest', authorize);
    addAdminServiceRoutes(scope, parts);
    addAdminJobRoutes(scope, parts);
    addAdminWorkerRoutes(scope, parts);
    addAdminListRoutes(scope, parts);
  });
}
