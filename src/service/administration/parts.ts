import type { Database } from '../database/index.ts';
import type { DeadLetters, Jobs } from '../jobs/index.ts';
import type { Keys } from '../keys/index.ts';
import type { LentWorkers } from '../lending/index.ts';
import type { Storage } from '../storage/index.ts';

/** What the administration works on. */
export interface AdministrationParts {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly keys: Keys;
  readonly lentWorkers: LentWorkers;
  readonly storage: Storage;
  /** The disk with the data of the service. */
  readonly dataDir: string;
  /** Connects to the queue when it is first used. */
  readonly deadLetters: () => Promise<DeadLetters>;
}
