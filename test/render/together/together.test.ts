import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/commands/render.ts';
import { readReplay } from '../../../src/game/replay/index.ts';
import { openSources, prepareRender, type RenderOptions } from '../../../src/rendering/render/index.ts';
import { assets } from '../../support/processes/built-files.ts';
import { expectStills, stillOf, stillSize } from '../../support/rendering/stills.ts';
import { emptyFolder, filesIn, filesOf, smallOptions } from '../../support/rendering/test-render.ts';
import { changed, demoMap, demoReplays } from '../../support/replays/demo-players.ts';
import { togetherDefaults } from '../../support/scene/build-together.ts';
import { readVideo } from '../../support/video/read-video.ts';

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

test('the command renders plays of different speeds side by side, with preview, thumbnail and motion blur', async () => {
  const folder = folderWith({ 'a.osr': replays[0]!, 'b.osr': changed(replays[1]!, { modBits: 64 }) });
  const extras = ['--set', 'preview=gif', '--thumbnail', join(folder, 'thumbnail.jpg'), '--motion-blur', 'true'];
  const { code, file, stdout } = await render(folder, ['a.osr', 'b.osr', '--layout', 'split', ...extras]);
  expect(code).toBe(0);
  expect(readVideo(file).times).toHaveLength(12);
  expect(filesIn(folder)).toEqual(expect.arrayContaining(['thumbnail.jpg', 'video.gif', 'video.mp4']));
  const { players } = JSON.parse(stdout.trim().split('\n').at(-1)!);
  expect(players).toMatchObject([
    { player: 'Aurelia', mods: [] },
    { player: 'kestrel', mods: ['DT'] },
  ]);
});

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

/** The same replay with another hash of the game: playing fifty would take seconds. */
function withHash(bytes: Uint8Array, n: number): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.write(String(n).padStart(32, '0'), copy.indexOf(readReplay(bytes).header.replayMd5), 'latin1');
  return new Uint8Array(copy);
}

describe('the command names the file that it refuses, and writes nothing:', () => {
  const [first, second, third] = replays as [Uint8Array, Uint8Array, Uint8Array];
  const brokenFrames = third.slice();
  brokenFrames.fill(0, brokenFrames.length - 400, brokenFrames.length - 100);
  const files = {
    'a.osr': first,
    'b.osr': second,
    'again.osr': changed(first, { onlineId: 7n }),
    'empty.osr': new Uint8Array(),
    'fast.osr': changed(second, { modBits: 64 }),
    'frames.osr': brokenFrames,
    'header.osr': third.slice(0, 50),
    'other.osr': changed(second, { beatmapMd5: '0123456789abcdef0123456789abcdef' }),
    'taiko.osr': changed(second, { mode: 1 }),
  };
  const ghosts = ['--layout', 'ghosts'];

  test.each<[string, readonly string[], code: number, text: RegExp]>([
    ['a header that ends early', ['a.osr', 'header.osr', 'b.osr', ...ghosts], 3, /header\.osr": .*replay\/unreadable/],
    ['an empty file', ['a.osr', 'b.osr', 'empty.osr', ...ghosts], 3, /empty\.osr" is empty\. \(replay\//],
    ['broken frames', ['a.osr', 'b.osr', 'frames.osr', ...ghosts], 3, /frames\.osr": .*replay\/unreadable/],
    ['broken frames beside', ['a.osr', 'frames.osr', '--layout', 'split'], 3, /frames\.osr": .*replay\/unreadable/],
    ['another mode', ['a.osr', 'taiko.osr', ...ghosts], 5, /taiko\.osr": .*replay\//],
    ['another map', ['a.osr', 'b.osr', 'other.osr', ...ghosts], 5, /other\.osr" and ".*a\.osr" are .* different maps/],
    ['a file twice', ['a.osr', 'b.osr', 'a.osr', ...ghosts], 5, /a\.osr" and ".*a\.osr" are the same replay/],
    ['a replay twice', ['a.osr', 'again.osr', '--layout', 'split'], 5, /again\.osr" and ".*a\.osr" are the same/],
    ['moments', ['a.osr', 'b.osr', ...ghosts, '--set', 'moments=hardest'], 2, /several replays cannot show moments/],
    ['another speed', ['a.osr', 'fast.osr', ...ghosts], 5, /fast\.osr" and ".*a\.osr" .* \(1\.5x and 1x\)/],
    ['a rival that is missing', ['a.osr', '--rival', 'missing.osr'], 1, /missing\.osr": no such file/],
    ['a rival of another map', ['a.osr', '--rival', 'other.osr'], 5, /other\.osr" and ".*a\.osr"/],
  ])('%s', async (_, args, code, text) => {
    const folder = folderWith(files);
    const result = await render(folder, args);
    expect(result.stderr).toMatch(text);
    expect(result.code).toBe(code);
    expect(filesIn(folder)).toEqual([...Object.keys(files), 'map.osu'].toSorted());
  });

  test('one corrupt replay among fifty', async () => {
    const names = Array.from({ length: 50 }, (_, n) => `player-${n}.osr`);
    const folder = folderWith(
      Object.fromEntries(names.map((name, n) => [name, n === 31 ? brokenFrames : withHash(first, n)])),
    );
    const result = await render(folder, [...names, ...ghosts]);
    expect(result.stderr).toMatch(/player-31\.osr": .*replay\/unreadable/);
    expect(result.code).toBe(3);
    expect(filesIn(folder)).toEqual([...names, 'map.osu'].toSorted());
  });
});
