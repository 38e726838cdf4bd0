import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/commands/render.ts';
import { openSources, prepareRender, type RenderOptions } from '../../src/rendering/render/index.ts';
import { togetherDefaults } from '../support/build-together.ts';
import { assets } from '../support/built.ts';
import { demoMap, demoReplays } from '../support/demo-players.ts';
import { readVideo } from '../support/read-video.ts';
import { expectStills, stillOf, stillSize } from '../support/stills.ts';
import { emptyFolder, filesIn, filesOf, smallOptions } from '../support/test-render.ts';

const replays = demoReplays(6);

/** Prepares a video of the first players of the demo. */
function prepare(count: number, options: Partial<RenderOptions>) {
  const named = replays.slice(0, count).map((bytes, i) => ({ name: `${i}.osr`, bytes }));
  return prepareRender({
    replay: named[0]!.bytes,
    replays: named,
    beatmap: { files: filesOf({ 'demo.osu': demoMap }) },
    skin: null,
    assets,
    options: { ...smallOptions, ...stillSize, ...options },
  });
}

test.each([
  ['ghosts', 4, [8_030, 45_000, 55_500]],
  ['knockout', 6, [8_030, 45_000, 55_500]],
  ['scoreboard', 3, [8_030, 45_000]],
] as const)('together-%s', async (layout, count, times) => {
  const { renderer } = await prepare(count, { together: { ...togetherDefaults, layout } });
  try {
    const stills: string[] = [];
    for (const t of times) {
      await renderer.draw(t);
      stills.push(`at ${t}\n${stillOf(renderer.compositor.rgba())}`);
    }
    expectStills(`together-${layout}`, stills);
  } finally {
    await renderer.close();
  }
});

/** A folder with the demo's map and the replays of some players. */
function folderWith(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = emptyFolder();
  for (const [name, bytes] of Object.entries({ 'map.osu': demoMap, ...files }))
    writeFileSync(join(folder, name), bytes);
  return folder;
}

test('every process of a render draws the same frames from the files of all players', async () => {
  const folder = folderWith(Object.fromEntries(replays.slice(0, 3).map((bytes, i) => [`${i}.osr`, bytes])));
  const together = { ...togetherDefaults, layout: 'ghosts' } as const;
  const fromFiles = await prepareRender({
    ...(await openSources({
      replay: join(folder, '0.osr'),
      others: [join(folder, '1.osr'), join(folder, '2.osr')],
      beatmap: { kind: 'folder', path: folder },
      skin: null,
    })),
    assets,
    options: { ...smallOptions, ...stillSize, together },
  });
  const fromMemory = await prepare(3, { together });
  for (const { renderer } of [fromFiles, fromMemory]) await renderer.draw(20_000);
  const [one, other] = [fromFiles, fromMemory].map(({ renderer }) => renderer.compositor.rgba().pixels);
  expect(Buffer.compare(one!, other!)).toBe(0);
  await fromFiles.renderer.close();
  await fromMemory.renderer.close();
});

const small = ['--resolution', '160x90', '--preset', 'ultrafast', '--start', '20', '--end', '20.2'];

/** Runs the command in a folder, and returns its exit code and what it has printed. */
async function render(folder: string, args: readonly string[]) {
  const printed = { stdout: '', stderr: '' };
  const write = (name: 'stdout' | 'stderr') => (text: string) => {
    printed[name] += text;
    return true;
  };
  const output = { stdout: { write: write('stdout'), isTTY: false }, stderr: { write: write('stderr'), isTTY: false } };
  const inFolder = args.map((arg) => (arg.endsWith('.osr') ? join(folder, arg) : arg));
  const file = join(folder, 'video.mp4');
  const code = await run([...inFolder, '-b', join(folder, 'map.osu'), '-o', file, ...small], output, { assets });
  return { code, file, ...printed };
}

test('the command renders several players with preview and thumbnail, and lists their results', async () => {
  const folder = folderWith({ 'a.osr': replays[0]!, 'b.osr': replays[1]!, 'c.osr': replays[2]! });
  const extras = ['--set', 'preview=gif', '--thumbnail', join(folder, 'thumbnail.jpg')];
  const { code, file, stdout } = await render(folder, ['a.osr', 'b.osr', 'c.osr', '--layout', 'knockout', ...extras]);
  expect(code).toBe(0);
  expect(readVideo(file).times).toHaveLength(12);
  expect(filesIn(folder)).toEqual(expect.arrayContaining(['thumbnail.jpg', 'video.gif', 'video.mp4']));
  const { players } = JSON.parse(stdout.trim().split('\n').at(-1)!);
  expect(players.map(({ player }: { player: string }) => player)).toEqual(['Aurelia', 'kestrel', 'Mirage']);
  expect(players.map(({ place }: { place: number }) => place).toSorted()).toEqual([1, 2, 3]);
});

test('the command names the file that it refuses, and writes nothing', async () => {
  const folder = folderWith({ 'a.osr': replays[0]!, 'b.osr': replays[1]!, 'broken.osr': replays[2]!.slice(0, 50) });
  const cases: [args: string[], code: number, text: RegExp][] = [
    [['a.osr', 'broken.osr', 'b.osr', '--layout', 'ghosts'], 3, /broken\.osr": .* \(replay\/unreadable\)/],
    [['a.osr', 'b.osr', 'a.osr', '--layout', 'ghosts'], 5, /a\.osr" and ".*a\.osr" are the same replay/],
    [['a.osr', '--rival', 'missing.osr'], 1, /missing\.osr": no such file/],
  ];
  for (const [args, code, text] of cases) {
    const result = await render(folder, args);
    expect(result.code, args.join(' ')).toBe(code);
    expect(result.stderr).toMatch(text);
  }
  expect(filesIn(folder)).toEqual(['a.osr', 'b.osr', 'broken.osr', 'map.osu']);
});
