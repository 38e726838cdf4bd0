import { readDiskSpace } from '../../disk-full.ts';
import { listUndelivered, type UndeliveredCallback } from '../callbacks/index.ts';
import type { DeadLetter } from '../jobs/index.ts';
import { createUploadedSkins } from '../skins/index.ts';
import { type AuditEntry, listAudit, type Operator } from './audit.ts';
import { createOperatorActions, type OperatorActions } from './operator-actions.ts';
import type { AdministrationParts } from './parts.ts';

/** What an operator can see and do, the same in the page and on the command line. */
export interface Administration {
  /** The actions of an operator. Each one is recorded in the audit. */
  actionsOf(operator: Operator): OperatorActions;
  /** Newest first; `before` continues after the entry with this id. */
  listAudit(page: { readonly limit: number; readonly before?: number | undefined }): Promise<AuditEntry[]>;
  listDeadLetters(): Promise<DeadLetter[]>;
  /** Messages to clients that were tried and not delivered, newest first. */
  listUndelivered(): Promise<UndeliveredCallback[]>;
  measureStorage(): Promise<StorageUse>;
}

/** What takes how much space. */
export interface StorageUse {
  /** Files of ended jobs. */
  readonly jobBytes: number;
  /** Uploaded beatmap sets. */
  readonly beatmapSetBytes: number;
  /** Uploaded skins. */
  readonly skinBytes: number;
  /** The disk of the data folder. */
  readonly diskFreeBytes: number;
  readonly diskSizeBytes: number;
}

export function createAdministration(parts: AdministrationParts): Administration {
  const { database, jobs, storage, dataDir, deadLetters } = parts;
  const { db } = database;
  const skins = createUploadedSkins({ database, storage });
  return {
    actionsOf: (operator) => createOperatorActions(parts, operator),
    listAudit: (page) => listAudit(db, page),
    listDeadLetters: async () => (await deadLetters()).list(),
    listUndelivered: () => listUndelivered(db),
    async measureStorage() {
      const { freeBytes, sizeBytes } = await readDiskSpace(dataDir);
      return {
        ...(await jobs.retention.measure()),
        skinBytes: await skins.sumSizes(),
        diskFreeBytes: freeBytes,
        diskSizeBytes: sizeBytes,
      };
    },
  };
}
