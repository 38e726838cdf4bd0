export { type Administration, createAdministration } from './administration.ts';
export { type AuditEntry, type Operator, operatorAtCommandLine } from './audit.ts';
export { blockJson, callbackJson, deadLetterJson, keyJson, lentWorkerJson, workerJson } from './json.ts';
export type { OperatorActions } from './operator-actions.ts';
