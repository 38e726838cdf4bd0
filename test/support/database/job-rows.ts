import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { defaultSettings } from '../../../src/contract/index.ts';
import type { Database, JobsTable } from '../../../src/service/database/index.ts';
import type { Submission } from '../../../src/service/jobs/index.ts';

/** A submission of a client. */
export function submission({ client = '192.0.2.1' } = {}): Submission {
  return {
    client,
    options: defaultSettings,
    replay: {
      beatmapMd5: 'd41d8cd98f00b204e9800998ecf8427e',
      player: 'cookiezi',
      n300: 300,
      n100: 10,
      n50: 5,
      misses: 1,
      maxCombo: 250,
      sha256: Buffer.alloc(32, 1),
      md5: Buffer.alloc(16, 2),
      play: {
        mods: ['HD', 'DT'],
        speed: 1.5,
        grade: 'A',
        accuracy: 97.05,
        score: 1_234_567,
        playedAt: new Date(Date.UTC(2025, 0, 8, 12)),
        gameClient: 'stable',
      },
    },
  };
}

/** Inserts jobs in any state, without admission. */
export async function insertJobs(
  database: Database,
  rows: readonly Partial<Insertable<JobsTable>>[],
): Promise<string[]> {
  const { options, replay, client } = submission();
  const values = rows.map((row) => ({
    id: randomUUID(),
    client,
    options: JSON.stringify(options),
    beatmap_md5: replay.beatmapMd5,
    player: replay.player,
    n300: replay.n300,
    n100: replay.n100,
    n50: replay.n50,
    misses: replay.misses,
    max_combo: replay.maxCombo,
    ...row,
  }));
  await database.db.insertInto('jobs').values(values).execute();
  return values.map(({ id }) => id);
}

/** Inserts one job in any state, without admission, and returns its id. */
export async function insertJob(database: Database, row: Partial<Insertable<JobsTable>> = {}): Promise<string> {
  const id = row.id ?? randomUUID();
  await insertJobs(database, [{ ...row, id }]);
  return id;
}
