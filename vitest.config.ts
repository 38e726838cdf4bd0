import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** By default vitest leaves one core idle, which is half of a machine with two. One PostgreSQL serves at most four workers well. */
const maxWorkers = Math.min(4, availableParallelism());
// `npm test` runs three projects at a time, so most have one worker: each worker loads all modules again.

/**
 * Time limits catch only tests that hang, because a busy machine makes every test several times slower. Messages show up to
 * 400 characters of a value; by default chai shows 40.
 */
const generousLimits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  chaiConfig: { truncateThreshold: 400 },
};

/**
 * `unit` needs no server and no build; `launcher` starts the program as a person would; `game` reads real replays if they
 * are present; `render` makes short videos; `api` and `browser` start real servers.
 */
export default defineConfig({
  test: {
    // `npm test` runs each project in a process of its own. This lets them share compiled sources.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.build/vitest' },
    projects: [
      {
        // Without isolation, files share loaded modules. Loading them again for each file takes longer than many tests.
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'],
          isolate: false,
          maxWorkers,
          ...generousLimits,
        },
      },
      { test: { name: 'launcher', include: ['test/launcher/**/*.test.ts'], ...generousLimits, maxWorkers } },
      { test: { name: 'game', include: ['test/game/**/*.test.ts'], isolate: false, ...generousLimits, maxWorkers: 1 } },
      {
        test: {
          name: 'render',
          include: ['test/render/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/global-setup/assets.ts'],
          ...generousLimits,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          isolate: false,
          globalSetup: [
            'test/support/global-setup/assets.ts',
            'test/support/global-setup/database.ts',
            'test/support/global-setup/swift.ts',
          ],
          ...generousLimits,
          // It waits for processes and timeouts more than the others, and would end long after them with one worker.
          maxWorkers: 2,
        },
      },
      {
        // The tests of the specification, of keys and of repeated requests again, on two processes that share a database and a
        // bucket. Without the files about headers, paths and downloads, whose results do not depend on the number of processes.
        test: {
          name: 'api-two-processes',
          include: ['test/api/{specification/*,submission/idempotency,clients/keys}.test.ts'],
          exclude: ['test/api/specification/{artifacts,service}.test.ts'],
          isolate: false,
          provide: { serviceProcesses: 2 },
          globalSetup: [
            'test/support/global-setup/assets.ts',
            'test/support/global-setup/database.ts',
            'test/support/global-setup/swift.ts',
          ],
          ...generousLimits,
          maxWorkers: 1,
        },
      },
      {
        // Two APIs and two workers on one database and one bucket, as on six machines.
        test: {
          name: 'distributed',
          include: ['test/distributed/**/*.test.ts'],
          globalSetup: ['test/support/global-setup/assets.ts', 'test/support/global-setup/swift.ts'],
          ...generousLimits,
          // Each of its tests has several renders, one after another.
          testTimeout: 1_800_000,
          maxWorkers: 1,
        },
      },
      {
        // Kills processes, cuts connections and fills disks; `npm run chaos` kills a hundred times.
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: ['test/support/global-setup/assets.ts'],
          ...generousLimits,
          testTimeout: 600_000,
          // They wait more than they work.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/global-setup/idle-service.ts'],
          ...generousLimits,
          // Each look at a page takes CPU time in three processes; by default there are twenty in a second.
          expect: { poll: { ...generousLimits.expect.poll, interval: 200 } },
          maxWorkers: 1,
        },
      },
    ],
  },
});
