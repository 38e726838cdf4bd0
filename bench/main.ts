const benchmarks: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  api: () => import('./api.ts'),
  game: () => import('./game.ts'),
  page: () => import('./page.ts'),
  render: () => import('./render.ts'),
  service: () => import('./service.ts'),
};

const [name = ''] = process.argv.slice(2);
const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (load === undefined) {
  console.error(`Usage: npm run bench -- ${Object.keys(benchmarks).join('|')}`);
  process.exitCode = 2;
} else {
  const benchmark = await load();
  await benchmark.run();
}
