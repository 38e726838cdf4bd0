import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run as runDemo } from '../../../src/cli/commands/demo.ts';
import { run } from '../../../src/cli/commands/render.ts';
import { writeReplay } from '../../../src/game/replay/index.ts';
import { mapBytes } from '../../support/beatmaps/map-text.ts';
import { makeZip } from '../../support/files/zip.ts';
import { assets } from '../../support/processes/built-files.ts';
import { buildRequest, emptyFolder, filesIn } from '../../support/rendering/test-render.ts';
import { taps } from '../../support/replays/build-play.ts';
import { buildReplay } from '../../support/replays/build-replay.ts';
import { readVideo } from '../../support/video/read-video.ts';

const map = { objects: ['256,192,2000,1,0'] };
const small = ['--resolution', '160x90', '--preset', 'ultrafast', '--start', '1.9', '--end', '2.1'];

/** A folder with a replay, its map in three formats, and invalid files. */
function prepareFolder(): string {
  const folder = emptyFolder();
  const osu = mapBytes(map);
  mkdirSync(join(folder, 'set'));
  mkdirSync(join(folder, 'out'));
  const files: Record<string, Uint8Array | string> = {
    'play.osr': buildRequest({ ...map, frames: taps([[2000, 256, 192]], 5000) }).replay,
    'taiko.osr': writeReplay(buildReplay({ header: { mode: 1 } })),
    'broken.osr': 'no replay',
    'set/map.osu': osu,
    'set.osz': makeZip([
      { name: 'other.osu', data: mapBytes() },
      { name: 'map.osu', data: osu },
    ]),
    'other.osz': makeZip([{ name: 'other.osu', data: mapBytes() }]),
    'skin.osk': makeZip([{ name: 'skin.ini', data: '[General]\nName: Mine' }]),
    'broken.osk': 'no archive',
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return folder;
}

/** Runs the command; arguments that name files are resolved in the folder. */
async function render(
  folder: string,
  args: readonly string[],
  { stop, isTTY = false, env }: { stop?: AbortController; isTTY?: boolean; env?: Record<string, string> } = {},
) {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const out = {
    stdout: {
      write(text: string) {
        stdout.push(text);
        // Abort, if requested, at the first frame.
        if (/"frame":[1-9]/.test(text)) stop?.abort();
      },
      isTTY,
    },
    stderr: { write: (text: string) => stderr.push(text) },
  };
  const paths = args.map((arg) => (/^[a-z/]+\.(os[rkuz]|mp4|jpg)$|^set$/.test(arg) ? join(folder, arg) : arg));
  const code = await run(paths, out, { assets, ...(env && { env }), ...(stop && { signal: stop.signal }) });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

test.each(['set.osz', 'set', 'set/map.osu'])('a replay is rendered with its map in %s', async (beatmap) => {
  const folder = prepareFolder();
  const args = [
    'play.osr',
    '--beatmap',
    beatmap,
    '--skin',
    'skin.osk',
    ...small,
    '-o',
    'out/video.mp4',
    '--thumbnail',
    'out/still.jpg',
  ];
  const { code, stdout, stderr } = await render(folder, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(filesIn(join(folder, 'out'))).toEqual(['still.jpg', 'video.mp4']);
  expect(readVideo(join(folder, 'out/video.mp4')).times).toHaveLength(12);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string });
  expect(events.some(({ event }) => event === 'progress')).toBe(true);
  expect(events.at(-1)).toMatchObject({ event: 'done', frames: 12, durationMs: 200, result: { n300: 1 } });
});

test('a terminal gets a progress bar instead of JSON', async () => {
  const folder = prepareFolder();
  const { code, stdout } = await render(folder, ['play.osr', '-b', 'set.osz', ...small, '-o', 'out/video.mp4'], {
    isTTY: true,
  });
  expect(code).toBe(0);
  expect(stdout).toContain('100% · 12/12 frames');
  expect(stdout).not.toContain('{');
});

test('--set moments renders only these moments', async () => {
  const folder = prepareFolder();
  const size = ['--resolution', '160x90', '--preset', 'ultrafast', '--fps', '30'];
  const args = ['play.osr', '-b', 'set.osz', ...size, '--set', 'moments=hardest', '-o', 'out/video.mp4'];
  const { code } = await render(folder, args);
  expect(code).toBe(0);
  // From the appearance of the circle to one and a half seconds after it, without the results.
  expect(readVideo(join(folder, 'out/video.mp4')).times).toHaveLength(81);
});

test.each([
  ['the replay does not exist', 1, ['none.osr', '-b', 'set.osz']],
  ['the map is not in the set', 1, ['play.osr', '-b', 'other.osz']],
  ['no map is specified', 2, ['play.osr']],
  ['an option is invalid', 2, ['play.osr', '-b', 'set.osz', '--fps', 'many']],
  ['the size cannot be encoded', 2, ['play.osr', '-b', 'set.osz', '--resolution', '161x91']],
  ['the play has no such moments', 5, ['play.osr', '-b', 'set.osz', '--set', 'moments=mistakes']],
  ['the clip is empty', 2, ['play.osr', '-b', 'set.osz', '--start', '5', '--end', '4']],
  ['the replay is broken', 3, ['broken.osr', '-b', 'set.osz']],
  ['the skin is broken', 3, ['play.osr', '-b', 'set.osz', '--skin', 'broken.osk']],
  ['the replay is of another mode', 5, ['taiko.osr', '-b', 'set/map.osu']],
  ['the encoder is unknown', 6, ['play.osr', '-b', 'set.osz', '--encoder', 'h264_nothing']],
  ['the folder of the video does not exist', 6, ['play.osr', '-b', 'set.osz', '-o', 'nowhere/video.mp4']],
  ['the video is no mp4', 2, ['play.osr', '-b', 'set.osz', '-o', 'nowhere.avi']],
  ['the thumbnail is no JPEG', 2, ['play.osr', '-b', 'set.osz', '--thumbnail', 'nowhere.png']],
  ['the skin is a folder without a skin', 2, ['play.osr', '-b', 'set.osz', '--skin', 'set']],
  ['the video is a folder', 6, ['play.osr', '-b', 'set.osz', '-o', 'set']],
  ['the folder of the thumbnail does not exist', 6, ['play.osr', '-b', 'set.osz', '--thumbnail', 'nowhere/a.jpg']],
  ['the file of settings does not exist', 1, ['play.osr', '-b', 'set.osz', '--settings', 'nowhere.json']],
  ['the replay is a folder', 1, ['set', '-b', 'set.osz']],
  ['the replay is an archive', 3, ['set.osz', '-b', 'set.osz']],
])('when %s, the exit code is %d, with a reason and no file', async (_, expected, args) => {
  const folder = prepareFolder();
  const output = args.includes('-o') ? [] : ['-o', 'out/video.mp4'];
  const { code, stderr } = await render(folder, [...args, ...output]);
  expect(code).toBe(expected);
  expect(stderr).not.toBe('');
  expect(filesIn(join(folder, 'out'))).toEqual([]);
});

test.each([
  ['-o names the replay', ['-b', 'set.osz', '-o', 'play.osr']],
  ['-o names the beatmap', ['-b', 'set.osz', '-o', 'set.osz']],
  ['-o names the beatmap', ['-b', 'set', '-o', 'set/map.osu']],
  ['-o names the skin', ['-b', 'set.osz', '--skin', 'skin.osk', '-o', 'skin.osk']],
  ['--thumbnail names the replay', ['-b', 'set.osz', '-o', 'out/video.mp4', '--thumbnail', 'play.osr']],
  ['--thumbnail names the video', ['-b', 'set.osz', '-o', 'out/video.mp4', '--thumbnail', 'out/video.mp4']],
])('when %s, nothing is rendered or replaced', async (message, args) => {
  const folder = prepareFolder();
  const inputs = ['play.osr', 'set.osz', 'set/map.osu', 'skin.osk'].map((name) => join(folder, name));
  const before = inputs.map((path) => readFileSync(path));
  const { code, stdout, stderr } = await render(folder, ['play.osr', ...small, ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.startsWith(message), stderr).toBe(true);
  expect(inputs.map((path) => readFileSync(path))).toEqual(before);
  expect(filesIn(join(folder, 'out'))).toEqual([]);
});

test('the demo takes no files', async () => {
  const lines: string[] = [];
  const sink = { write: (text: string) => lines.push(text) };
  for (const args of [['extra.osr'], ['-b', 'map.osz']]) {
    expect(await runDemo(args, { stdout: sink, stderr: sink }, { assets })).toBe(2);
    expect(lines.pop()).toContain('The demo has a replay and a map of its own.');
  }
});

test('FFMPEG_PATH names the ffmpeg for encoders that are not built in', async () => {
  const folder = prepareFolder();
  const args = ['play.osr', '-b', 'set.osz', '--encoder', 'h264_nothing', '-o', 'out/video.mp4'];
  const { code, stderr } = await render(folder, args, { env: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
  expect(code).toBe(6);
  expect(stderr).toContain('There is no ffmpeg program at "/nowhere/ffmpeg"');
});

test('an aborted render leaves no file and exits with 130', async () => {
  const folder = prepareFolder();
  const args = [
    'play.osr',
    '-b',
    'set.osz',
    '--resolution',
    '160x90',
    '-o',
    'out/video.mp4',
    '--thumbnail',
    'out/still.jpg',
  ];
  expect(await render(folder, args, { stop: new AbortController() })).toMatchObject({
    code: 130,
    stderr: 'Stopped. No file was written.\n',
  });
  expect(filesIn(join(folder, 'out'))).toEqual([]);
});

test('the demo renders our own map and play, misses included', async () => {
  const folder = emptyFolder();
  const lines: string[] = [];
  const sink = { write: (text: string) => lines.push(text) };
  const args = ['--resolution', '160x90', '--start', '10', '--end', '10.5', '-o', join(folder, 'demo.mp4')];
  expect(await runDemo(args, { stdout: sink, stderr: sink }, { assets })).toBe(0);
  expect(filesIn(folder)).toEqual(['demo.mp4']);
  const done = JSON.parse(lines.at(-1)!) as { frames: number; result: { n300: number; misses: number } };
  expect(done).toMatchObject({ event: 'done', frames: 30 });
  expect(done.result.misses).toBeGreaterThan(0);
  expect(done.result.n300).toBeGreaterThan(done.result.misses);
});
