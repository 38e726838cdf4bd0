import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

// Checks the map of docs/architecture.md. TypeScript 7 has no compiler API, so imports are matched as text.

/** The modules each module may import. */
const allowed = readImportTable(textOf('docs/architecture.md'));

/** Folders of src/ whose subfolders are modules of their own. */
const groups = ['rendering', 'service'];

/** Files at the top of src/ that every module may import; the first is platform-free. */
const topFiles = [
  'failure.ts',
  'config.ts',
  'variable-reader.ts',
  'log.ts',
  'disk-full.ts',
  'encoder-presets.ts',
  'is-public-address.ts',
  'limit-concurrency.ts',
  'reject-on-abort.ts',
  'program-files.ts',
  'watched-value.ts',
];

/** Modules that run in Node and in browsers, with the packages they may import. */
const platformFree: Record<string, readonly string[]> = {
  game: ['fflate', 'rosu-pp-js'],
  scene: [],
  compositor: [],
  'scene-loader': [],
  'study-report': [],
  contract: ['zod'],
};

const maxFilesPerFolder = 20;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));
const isTest = (path: string) => /\.(test|contract)\.ts$/.test(path);
const sources = tracked.filter((path) => path.startsWith('src/') && /\.tsx?$/.test(path) && !isTest(path));
const imports = sources.flatMap((path) => importsOf(path).map((target) => ({ path, target })));

describe('modules', () => {
  test('every module of src/ is in the import table', () => {
    const modules = new Set(sources.map(moduleOf).filter((name) => !name.endsWith('.ts')));
    expect([...modules].filter((name) => !(name in allowed))).toEqual([]);
  });

  test('the import table has no cycle', () => {
    const reach = (name: string): string[] => (allowed[name] ?? []).flatMap((next) => [next, ...reach(next)]);
    for (const name of Object.keys(allowed)) expect(reach(name), name).not.toContain(name);
  });

  test('rendering knows nothing of the service, and game nothing of either', () => {
    const above: Record<string, readonly string[]> = {
      rendering: ['service', 'cli', 'page'],
      game: ['rendering', 'service', 'cli', 'page'],
    };
    const strays = imports.filter(({ path, target }) => above[topOf(path)]?.includes(topOf(target)));
    expect(strays).toEqual([]);
  });

  test('a module imports only the modules the table allows', () => {
    const strays = crossings().filter(({ from, to }) => !topFiles.includes(to) && !(allowed[from] ?? []).includes(to));
    expect(strays.map(({ path, target }) => `${path} → ${target}`)).toEqual([]);
  });

  test('the table lists no import that does not exist', () => {
    const existing = new Set(crossings().map(({ from, to }) => `${from} → ${to}`));
    const listed = Object.entries(allowed).flatMap(([from, modules]) => modules.map((to) => `${from} → ${to}`));
    expect(listed.filter((arrow) => !existing.has(arrow))).toEqual([]);
  });

  test('a module is imported through its entry point', () => {
    // Every module of the game and the renderer uses these; they need no entry point.
    const shared = ['src/game/units.ts', 'src/game/binary-search.ts'];
    const isEntryPoint = (target: string) => basename(target) === 'index.ts' || shared.includes(target);
    const strays = crossings().filter(({ to, target }) => !topFiles.includes(to) && !isEntryPoint(target));
    expect(strays.map(({ path, target }) => `${path} → ${target}`)).toEqual([]);
  });

  test('files at the top of src/ import no module', () => {
    const strays = crossings().filter(({ from, to }) => topFiles.includes(from) && !topFiles.includes(to));
    expect(strays).toEqual([]);
  });

  test('no files import each other in a circle, types included', () => {
    expect(importCircles(sources, imports)).toEqual([]);
  });

  test(`no folder has more than ${maxFilesPerFolder} source files`, () => {
    const counts = new Map<string, number>();
    const files = [...sources, ...tracked.filter((path) => /^(test|bench|bin)\/.*\.(ts|mjs)$/.test(path))];
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, files]) => files > maxFilesPerFolder)).toEqual([]);
  });

  test.each(Object.keys(platformFree))('%s is platform-free', (name) => {
    const strays = imports.filter(({ path, target }) => {
      if (moduleOf(path) !== name || path.startsWith('src/rendering/compositor/kernel/')) return false;
      if (target.startsWith('src/')) return ['config.ts', 'log.ts'].includes(moduleOf(target));
      return !platformFree[name]!.includes(target);
    });
    expect(strays).toEqual([]);
  });

  test('the client imports nothing but its own files, and only the page imports it', () => {
    const client = 'clients/typescript/src/';
    const files = tracked.filter((path) => path.startsWith(client));
    expect(files.length).toBeGreaterThan(1);
    expect(files.flatMap(importsOf).filter((target) => !target.startsWith(client))).toEqual([]);
    const uses = imports.filter(({ target }) => target.startsWith('clients/'));
    expect(uses.filter(({ path, target }) => moduleOf(path) !== 'page' || target !== `${client}index.ts`)).toEqual([]);
  });

  test('process.env is read in cli/ only', () => {
    const readers = sources.filter((path) => readFileSync(path, 'utf8').includes('process.env'));
    expect(readers.filter((path) => moduleOf(path) !== 'cli')).toEqual([]);
  });
});

describe('names', () => {
  test('files are kebab-case', () => {
    const code = [...sources, ...tracked.filter((path) => path.startsWith('test/') && path.endsWith('.ts'))];
    expect(
      code.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/.test(basename(path))),
    ).toEqual([]);
  });

  test('no file has a name that says nothing', () => {
    expect(sources.filter((path) => /(^|[/-])(utils?|helpers?|manager|common|misc)([.-]|\/|$)/.test(path))).toEqual([]);
  });
});

test('npm test runs every test project', () => {
  const projects = [...textOf('vitest.config.ts').matchAll(/name: '([^']+)'/g)].map(([, name]) => name);
  expect(projects.filter((name) => !textOf('bin/test.mjs').includes(`'${name}'`))).toEqual([]);
});

test('every package that the program needs has a licence we have checked', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; license?: string }>;
  };
  const known = /^(MIT|ISC|0BSD|BSD-3-Clause|Apache-2\.0|MPL-2\.0|BlueOak-1\.0\.0|Unlicense|\(MIT OR CC0-1\.0\))$/;
  const others = Object.entries(packages).filter(
    ([path, { dev, devOptional, license = '' }]) => path !== '' && !dev && !devOptional && !known.test(license),
  );
  // Its package.json forgets to say that it is under BSD; its file LICENSE does.
  expect(others.map(([path]) => path)).toEqual(['node_modules/@shinyoshiaki/jspack']);
});

describe('what must not be committed', () => {
  test('paths of the machine the work was done on', () => {
    const parent = `${dirname(resolve('.'))}/`;
    // A checkout right below the root, or in a folder everyone has, would find its parent in innocent places.
    if (['/', '/tmp/', '/home/', '/root/', '/usr/src/'].includes(parent)) return;
    expect(tracked.filter((path) => textOf(path).includes(parent))).toEqual([]);
  });

  test('addresses that packages were downloaded from', () => {
    const locks = tracked.filter((path) => basename(path) === 'package-lock.json');
    for (const lock of locks) expect(textOf(lock), lock).not.toMatch(/"resolved": *"https?:/);
  });

  test('lone or skipped tests', () => {
    const tests = tracked.filter(isTest);
    expect(tests.filter((path) => /\b(it|test|describe)\.(skip|todo|only)\b\(/.test(textOf(path)))).toEqual([]);
  });

  test('a promise to finish later without an issue number', () => {
    const marks = /\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/;
    expect(
      [...sources, ...tracked.filter((path) => path.startsWith('bin/'))].filter((path) => marks.test(textOf(path))),
    ).toEqual([]);
  });
});

/** The lines `module → module, module` of the document's table; an indented line continues the one above it. */
function readImportTable(document: string): Record<string, readonly string[]> {
  const [table = ''] = /(?<=reads this table and checks it:\n\n```\n).*?(?=```)/s.exec(document) ?? [];
  const lines = table.replaceAll(/\n +/g, ' ').trim().split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [modules = '', imported = ''] = line.split('→').map((side) => side.trim());
      return modules.split(', ').map((name) => [name, imported.split(', ').filter((other) => other !== 'nothing')]);
    }),
  );
}

function crossings() {
  return imports
    .filter(({ target }) => target.startsWith('src/'))
    .map(({ path, target }) => ({ path, target, from: moduleOf(path), to: moduleOf(target) }))
    .filter(({ from, to }) => from !== to);
}

/** The strongly connected components of more than one file, found by Tarjan's algorithm. */
function importCircles(files: readonly string[], edges: readonly { path: string; target: string }[]): string[][] {
  const targets = new Map(files.map((path) => [path, [] as string[]]));
  for (const { path, target } of edges) if (targets.has(target)) targets.get(path)!.push(target);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const next of targets.get(file)!) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of files) if (!index.has(file)) visit(file);
  return circles;
}

/** Paths inside the repository for relative imports, package names for the others. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/(?:^|[\s;}])(?:import|from|import\s*\()\s*\(?\s*'([^'\n]+)'/g)].map(([, target]) =>
    target!.startsWith('.') ? normalize(join(dirname(path), target!)) : target!,
  );
}

/** `scene` for src/rendering/scene/frame.ts, `cli` for src/cli/main.ts, `log.ts` for src/log.ts. */
function moduleOf(path: string): string {
  const [, top = '', next = ''] = path.split('/');
  return groups.includes(top) ? next : top;
}

function topOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
