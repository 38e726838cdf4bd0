import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

// The map of docs/architecture.md, checked. The compiler's API is gone, so imports are read by their shape.

/** What each room may know of. */
const arrows = readArrows(textOf('docs/architecture.md'));

/** Values every room may use; the first has no platform in it. */
const common = ['failure.ts', 'config.ts', 'log.ts'];

/** These run in Node and in browsers alike; the packages they may use do too. */
const platformFree: Record<string, readonly string[]> = {
  osu: ['fflate'],
  scene: [],
  compositor: [],
  stage: [],
  contract: ['zod'],
};

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '');
const isTest = (path: string) => /\.(test|contract)\.ts$/.test(path);
const sources = tracked.filter((path) => path.startsWith('src/') && /\.tsx?$/.test(path) && !isTest(path));
const imports = sources.flatMap((path) => importsOf(path).map((target) => ({ path, target })));

describe('rooms', () => {
  test('every room of src/ has its arrows written down', () => {
    const rooms = new Set(sources.filter((path) => path.split('/').length > 2).map(roomOf));
    expect([...rooms].filter((room) => !(room in arrows))).toEqual([]);
  });

  test('arrows do not lead back', () => {
    const reach = (room: string): string[] => (arrows[room] ?? []).flatMap((next) => [next, ...reach(next)]);
    for (const room of Object.keys(arrows)) expect(reach(room), room).not.toContain(room);
  });

  test('a room imports only the rooms its arrows lead to', () => {
    const strays = crossings().filter(({ from, to }) => !common.includes(to) && !(arrows[from] ?? []).includes(to));
    expect(strays.map(({ path, target }) => `${path} → ${target}`)).toEqual([]);
  });

  test('no arrow is drawn that nobody goes', () => {
    const gone = new Set(crossings().map(({ from, to }) => `${from} → ${to}`));
    const drawn = Object.entries(arrows).flatMap(([from, rooms]) => rooms.map((to) => `${from} → ${to}`));
    expect(drawn.filter((arrow) => !gone.has(arrow))).toEqual([]);
  });

  test('a room is entered through its door', () => {
    // The units are the vocabulary of the game's rooms: types alone, without a door of their own.
    const doors = (target: string) => basename(target) === 'index.ts' || target === 'src/osu/units.ts';
    const climbers = crossings().filter(({ to, target }) => !common.includes(to) && !doors(target));
    expect(climbers.map(({ path, target }) => `${path} → ${target}`)).toEqual([]);
  });

  test('values at the top of src/ know no room', () => {
    const strays = crossings().filter(({ from, to }) => common.includes(from) && !common.includes(to));
    expect(strays).toEqual([]);
  });

  test.each(Object.keys(platformFree))('%s has no platform in it', (room) => {
    const strays = imports.filter(({ path, target }) => {
      if (roomOf(path) !== room || path.startsWith('src/compositor/kernel/')) return false;
      if (target.startsWith('src/')) return roomOf(target) === 'config.ts' || roomOf(target) === 'log.ts';
      return !platformFree[room]!.includes(target);
    });
    expect(strays).toEqual([]);
  });

  test('process.env is read in cli/ only', () => {
    const readers = sources.filter((path) => readFileSync(path, 'utf8').includes('process.env'));
    expect(readers.filter((path) => roomOf(path) !== 'cli')).toEqual([]);
  });
});

describe('names', () => {
  test('files are kebab-case', () => {
    const code = [...sources, ...tracked.filter((path) => path.startsWith('test/') && path.endsWith('.ts'))];
    expect(
      code.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/.test(basename(path))),
    ).toEqual([]);
  });

  test('nothing is called by a word that names nothing', () => {
    expect(sources.filter((path) => /(^|[/-])(utils?|helpers?|manager|common|misc)([.-]|\/|$)/.test(path))).toEqual([]);
  });
});

test('npm test runs every project of the tests', () => {
  const projects = [...textOf('vitest.config.ts').matchAll(/name: '([^']+)'/g)].map(([, name]) => name);
  expect(projects.filter((name) => !textOf('bin/test.mjs').includes(`'${name}'`))).toEqual([]);
});

test('every package that is installed to run the program has a licence that somebody has looked at', () => {
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
    expect(textOf('package-lock.json')).not.toMatch(/"resolved": *"https?:/);
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

/** The lines `room → room, room` of the document's table; a long one goes on in the next, indented. */
function readArrows(document: string): Record<string, readonly string[]> {
  const [table = ''] = /(?<=reads this table and checks it:\n\n```\n).*?(?=```)/s.exec(document) ?? [];
  const lines = table.replaceAll(/\n +/g, ' ').trim().split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [rooms = '', known = ''] = line.split('→').map((side) => side.trim());
      return rooms.split(', ').map((room) => [room, known.split(', ').filter((name) => name !== 'nothing')]);
    }),
  );
}

function crossings() {
  return imports
    .filter(({ target }) => target.startsWith('src/'))
    .map(({ path, target }) => ({ path, target, from: roomOf(path), to: roomOf(target) }))
    .filter(({ from, to }) => from !== to);
}

/** Paths inside the repository for relative imports, package names for the others. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/(?:^|[\s;}])(?:import|from|import\s*\()\s*\(?\s*'([^'\n]+)'/g)].map(([, target]) =>
    target!.startsWith('.') ? normalize(join(dirname(path), target!)) : target!,
  );
}

function roomOf(path: string): string {
  return path.split('/')[1]!;
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
