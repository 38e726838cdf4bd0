import type { FastifyRequest } from 'fastify';
import type { OperatorActions } from '../../administration/index.ts';
import type { Dependencies } from '../dependencies.ts';

/** What the routes of the administration work with. */
export interface AdminRouteParts extends Dependencies {
  /** The actions of the operator who sent a request. */
  readonly actionsOf: (request: FastifyRequest) => OperatorActions;
}
