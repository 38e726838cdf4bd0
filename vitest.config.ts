import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Left to itself, vitest keeps one core free, which of two is half. More than four would ask too much of one PostgreSQL. */
const maxWorkers = Math.min(4, availableParallelism());

/**
 * Limits are for what hangs: on a machine that is busy with something else, everything takes several times as long. And of
 * what was found, a message tells more than the first forty characters.
 */
const patiently = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  chaiConfig: { truncateThreshold: 400 },
};

/**
 * Fast first: `unit` needs nothing; `launcher` starts the program as a person would; `game` reads real replays when they
 * are there; `render` makes short videos; `api` and `browser` start real servers.
 */
export default defineConfig({
  test: {
    // Projects run in processes of their own, one after another: each reads what an earlier one has compiled.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.build/vitest' },
    projects: [
      {
        // Without isolation, files share loaded modules: loading them anew for each file takes longer than many tests.
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          isolate: false,
          maxWorkers,
          ...patiently,
        },
      },
      { test: { name: 'launcher', include: ['test/launcher/**/*.test.ts'], ...patiently, maxWorkers } },
      { test: { name: 'game', include: ['test/game/**/*.test.ts'], isolate: false, ...patiently, maxWorkers } },
      {
        test: {
          name: 'render',
          include: ['test/render/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/global-setup-assets.ts'],
          ...patiently,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          isolate: false,
          globalSetup: [
            'test/support/global-setup-assets.ts',
            'test/support/global-setup-database.ts',
            'test/support/global-setup-swift.ts',
          ],
          ...patiently,
          maxWorkers,
        },
      },
      {
        // The specification once more, on two processes that share a database and a bucket. Left out is what no request
        // depends on another for: headers, paths and the download of artifacts.
        test: {
          name: 'api-two-processes',
          include: ['test/api/http-spec-*.test.ts'],
          exclude: ['test/api/http-spec-{artifacts,service}.test.ts'],
          isolate: false,
          provide: { serviceProcesses: 2 },
          globalSetup: [
            'test/support/global-setup-assets.ts',
            'test/support/global-setup-database.ts',
            'test/support/global-setup-swift.ts',
          ],
          ...patiently,
          maxWorkers,
        },
      },
      {
        // Two APIs and two workers on one database and one bucket, as on six machines.
        test: {
          name: 'distributed',
          include: ['test/distributed/**/*.test.ts'],
          globalSetup: ['test/support/global-setup-assets.ts', 'test/support/global-setup-swift.ts'],
          ...patiently,
          // Each of its tests has several renders, one after another.
          testTimeout: 1_800_000,
          maxWorkers: 1,
        },
      },
      {
        // Everything that can be killed, cut off or filled up is; `npm run chaos` does it a hundred times.
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: ['test/support/global-setup-assets.ts'],
          ...patiently,
          testTimeout: 600_000,
          // They wait more than they work.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/global-setup-idle-service.ts'],
          ...patiently,
          maxWorkers,
        },
      },
    ],
  },
});
