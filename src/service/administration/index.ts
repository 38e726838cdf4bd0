export { type Administration, createAdministration, type StorageUse } from './administration.ts';
export { type AuditEntry, type Operator, operatorAtCommandLine } from './audit.ts';
export type { OperatorActions } from './operator-actions.ts';
export type { AdministrationParts } from './parts.ts';
