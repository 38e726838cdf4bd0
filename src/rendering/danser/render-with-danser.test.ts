import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFakeDanser, type Step } from '../../../test/support/danser/fake-danser.ts';
import { transcripts } from '../../../test/support/danser/transcripts.ts';
import { buildRequest, emptyFolder, plainPng } from '../../../test/support/rendering/test-render.ts';
import { taps } from '../../../test/support/replays/build-play.ts';
import { readVideo } from '../../../test/support/video/read-video.ts';
import type { RenderOptions, RenderProgress } from '../render/index.ts';
import { renderWithDanser } from './index.ts';

const { loading, encoding, table, composing, available } = transcripts;
const working: Step[] = [...loading, ...encoding, ...table, ...composing, { do: 'video' }, ...available];
const frames = taps(
  [
    [1000, 256, 192],
    [1500, 100, 100],
  ],
  3000,
);
const parts = { objects: ['256,192,1000,1,0', '100,100,1500,1,0'], frames };

interface Wish {
  readonly skin?: Record<string, Uint8Array>;
  readonly set?: Record<string, Uint8Array>;
  readonly stallMs?: number;
  readonly maxSeconds?: number;
  readonly objects?: readonly string[];
  readonly options?: Partial<RenderOptions>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RenderProgress) => void;
}

async function render(
  steps: readonly Step[],
  { skin, set, stallMs = 60_000, maxSeconds, objects = parts.objects, options, ...hooks }: Wish = {},
) {
  const folder = emptyFolder();
  const place = (name: string) => join(folder, name);
  const path = await makeFakeDanser(place('installed'), steps);
  const request = {
    ...buildRequest({ ...parts, objects, ...(skin && { skin }), ...(set && { set }), ...(options && { options }) }),
    file: place('video.mp4'),
    ...(maxSeconds !== undefined && { maxSeconds }),
  };
  const beside = { thumbnail: place('thumbnail.jpg'), analytics: place('analytics.json') };
  const danser = { path, env: { PATH: '/usr/bin:/bin', DISPLAY: ':7' }, stallMs };
  const rendered = renderWithDanser({ ...request, ...beside }, hooks, { danser, folder: place('job') });
  return {
    ...beside,
    file: request.file,
    place,
    rendered,
    seen: () => JSON.parse(readFileSync(place('job/seen.json'), 'utf8')),
  };
}

test('it produces a video, a thumbnail, our own analytics and danser’s pp', async () => {
  const reports: RenderProgress[] = [];
  const made = await render(working, { onProgress: (progress) => reports.push(progress) });
  const result = await made.rendered;
  expect(result).toMatchObject({ player: 'Somebody', pp: 6.54, frames: 30, durationMs: 500 });
  expect(readVideo(made.file)).toMatchObject({ width: 320, height: 180 });
  expect(result.bytes).toBe(readFileSync(made.file).length);
  expect(readFileSync(made.thumbnail).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const analytics = JSON.parse(readFileSync(made.analytics, 'utf8'));
  expect(analytics.hits).toHaveLength(2);
  const stages = reports.map(({ stage }) => stage);
  expect([stages[0], stages.at(-1)]).toEqual(['preparing', 'finishing']);
  const rendering = reports.filter(({ stage }) => stage === 'rendering');
  expect(rendering[0]!.frame).toBe(0);
  expect(rendering.at(-1)).toMatchObject({ frame: rendering[0]!.frames });
});

test('a play or a video that is longer than the limit is refused', async () => {
  // The objects take 0.5 s, and so does the video of the fake danser.
  const long = await render(working, { maxSeconds: 0.4 });
  await expect(long.rendered).rejects.toMatchObject({ code: 'video/too-long' });
  expect(existsSync(long.place('job/seen.json'))).toBe(false);
  const late = await render(working, { maxSeconds: 0.4, objects: parts.objects.slice(0, 1) });
  await expect(late.rendered).rejects.toMatchObject({ code: 'video/too-long' });
  expect(existsSync(late.file)).toBe(false);
  await (await render(working, { maxSeconds: 0.5 })).rendered;
});

test('danser finds only the played map, the skin and the replay of this job', async () => {
  const made = await render(working, {
    set: { 'bg.png': plainPng('red'), 'sb/a.png': plainPng('blue'), 'other.osu': Buffer.from('osu file format v14') },
    skin: { 'skin.ini': Buffer.from('[General]'), 'cursor.png': plainPng('white') },
  });
  await made.rendered;
  const seen = made.seen();
  expect(seen.songs).toEqual(['reprise', 'reprise/bg.png', 'reprise/map.osu', 'reprise/sb', 'reprise/sb/a.png']);
  expect(seen.skins).toEqual(['reprise', 'reprise/cursor.png', 'reprise/skin.ini']);
  expect(seen.settings.Skin.CurrentSkin).toBe('reprise');
  expect(seen.replay).toBeGreaterThan(50);
  expect(seen.env.sort()).toEqual(['DISPLAY', 'PATH']);
});

test('its databases, logs and settings are private to the job, and the installation is not modified', async () => {
  const made = await render(working);
  await made.rendered;
  const { home, files } = made.seen();
  expect(home).toBe(made.place('job/program'));
  expect(files).not.toContain('danser.db');
  expect((await readdir(made.place('installed'))).sort()).toEqual([
    'danser-cli',
    'danser.db',
    'made.bin',
    'steps.json',
  ]);
});

test.each<[what: string, steps: Step[], code: string]>([
  ['a map it does not find, although it ends as if all were well', [...transcripts.mapNotFound], 'beatmap/not-found'],
  ['a replay it cannot read', [...transcripts.truncatedReplay, { exit: 1 }], 'render/failed'],
  ['an unknown encoder', [...transcripts.unknownEncoder, { exit: 1 }], 'video/encoder-missing'],
  ['no display', [...transcripts.noDisplay, { exit: 1 }], 'render/danser-unusable'],
  ['an end without a word', [...loading, { exit: 3 }], 'render/failed'],
  ['an end as if all were well, without a video', [...loading, ...encoding], 'render/failed'],
  ['a video it only speaks of', [...loading, ...encoding, ...available], 'render/failed'],
])('%s is a failure', async (_, steps, code) => {
  const made = await render(steps);
  await expect(made.rendered).rejects.toMatchObject({ name: 'Failure', code });
  expect(existsSync(made.file)).toBe(false);
});

test('a title in the output of danser that looks like a failure is ignored if there is a video', async () => {
  const named = ['panic: a player of this name', '2025/04/02 13:37:00 Beatmap not found, closing...'];
  const made = await render([...named, ...working]);
  expect((await made.rendered).frames).toBe(30);
});

/** A busy machine may keep it waiting for seconds before it begins. */
const stallMs = 5_000;

test('a danser that hangs is killed, a silent one that still writes its video is not', async () => {
  const stop = new AbortController();
  const hanging = await render([...loading, ...encoding, { do: 'hang' }], { stallMs });
  const killed = expect(hanging.rendered).rejects.toMatchObject({ code: 'render/stalled' });
  const writing = await render([...loading, ...encoding, { do: 'grow' }], { stallMs, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), stallMs + 1_500);
  await expect(writing.rendered).rejects.toThrow('enough');
  await killed;
  expect(() => process.kill(hanging.seen().pid, 0)).toThrow('ESRCH');
});

test('a missing danser is reported as unusable', async () => {
  const folder = emptyFolder();
  const request = { ...buildRequest(parts), file: join(folder, 'video.mp4') };
  const danser = { path: join(folder, 'nothing'), env: {} };
  const rendered = renderWithDanser(request, {}, { danser, folder: join(folder, 'job') });
  await expect(rendered).rejects.toMatchObject({ code: 'render/danser-unusable' });
});

test('a target size, which danser cannot keep, is refused before danser starts', async () => {
  const { rendered, place } = await render(working, { options: { targetSizeMb: 10 } });
  await expect(rendered).rejects.toThrow('danser cannot keep a video below a target size.');
  expect(existsSync(place('job/seen.json'))).toBe(false);
});

test('moments, which danser cannot join, are refused before danser starts', async () => {
  const { rendered, place } = await render(working, { options: { moments: 'hardest' } });
  await expect(rendered).rejects.toThrow('danser renders whole plays only, and no moments.');
  expect(existsSync(place('job/seen.json'))).toBe(false);
});
