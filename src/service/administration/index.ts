export { type Administration, createAdministration, type StorageUse } from './administration.ts';
export { type AuditEntry, type Operator, operatorAtCommandLine } from './audit.ts';
export { blockJson, callbackJson, deadLetterJson, keyJson, lentWorkerJson, workerJson } from './json.ts';
export type { OperatorActions } from './operator-actions.ts';
export type { AdministrationParts } from './parts.ts';
