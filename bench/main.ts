import { execFileSync } from 'node:child_process';

const benchmarks: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  api: () => import('./api.ts'),
  checks: () => import('./checks.ts'),
  fleet: () => import('./fleet.ts'),
  game: () => import('./game.ts'),
  growth: () => import('./growth.ts'),
  mistakes: () => import('./mistakes.ts'),
  page: () => import('./page.ts'),
  presets: () => import('./presets.ts'),
  render: () => import('./render.ts'),
  service: () => import('./service.ts'),
  soak: () => import('./soak.ts'),
  study: () => import('./study.ts'),
  'target-size': () => import('./target-size.ts'),
};

const [name = ''] = process.argv.slice(2);
const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (load === undefined) {
  console.error(`Usage: npm run bench -- ${Object.keys(benchmarks).join('|')}`);
  process.exitCode = 2;
} else {
  // Builds what has changed, so that no measurement waits for the build or draws with an old kernel.
  execFileSync('bin/reprise', ['--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const benchmark = await load();
  await benchmark.run();
}
