import { defineConfig } from 'vitest/config';

/** Fast first: `unit` needs nothing; `game` reads real replays when they are there; `render` makes short videos; `api` and `browser` start real servers. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/*.test.ts'] } },
      { test: { name: 'game', include: ['test/game/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'render',
          include: ['test/render/**/*.test.ts'],
          globalSetup: ['test/support/global-setup-assets.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          globalSetup: ['test/support/global-setup-database.ts', 'test/support/global-setup-swift.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The specification once more, on two processes that share a database and a bucket.
        test: {
          name: 'api-two-processes',
          include: ['test/api/http-spec-*.test.ts'],
          provide: { serviceProcesses: 2 },
          globalSetup: ['test/support/global-setup-database.ts', 'test/support/global-setup-swift.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
    ],
  },
});
