import { expect, test } from 'vitest';
import { defaultSettings, renderOptionsOf } from '../../contract/settings/index.ts';
import { optionsHelp, readRenderArgs, renderOptions } from './render-args.ts';
import { parseOptions, UsageError } from './run-command.ts';

const readAll = (...args: string[]) => readRenderArgs(parseOptions(args, renderOptions));
const read = (...args: string[]) => readAll('a/play.osr', '-b', 'map.osz', ...args);

test('without options, the command line renders what the service renders by default', () => {
  expect(read()).toEqual({
    replay: 'a/play.osr',
    others: [],
    beatmap: 'map.osz',
    skin: null,
    file: 'play.mp4',
    jsonProgress: false,
    processes: null,
    options: {
      ...renderOptionsOf(defaultSettings),
      width: 1920,
      height: 1080,
      backgroundDim: 0.95,
      motionBlur: true,
      storyboard: true,
      video: false,
      snakingIn: true,
      snakingOut: true,
      hitErrorMeter: true,
      keyOverlay: true,
      fps: 60,
      encoder: 'libx264',
      preset: 'balanced',
      crf: 20,
    },
  });
});

test.each([
  [['--bg-dim', '0.8'], { backgroundDim: 0.8 }],
  [['--bg-dim', '80'], { backgroundDim: 0.8 }],
  [['--bg-dim', '50%'], { backgroundDim: 0.5 }],
  [['--motion-blur', 'false'], { motionBlur: false }],
  [['--storyboard', 'no'], { storyboard: false }],
  [['--video', 'true'], { video: true }],
  [['--snaking-in', '0'], { snakingIn: false }],
  [['--snaking-out', 'off'], { snakingOut: false }],
  [['--hit-error-meter', 'false'], { hitErrorMeter: false }],
  [['--key-overlay', 'false'], { keyOverlay: false }],
  [['--resolution', '720p'], { width: 1280, height: 720 }],
  [['--resolution', '4K'], { width: 3840, height: 2160 }],
  [['--resolution', '640x360'], { width: 640, height: 360 }],
  [['--fps', '30'], { fps: 30 }],
  [['--preset', 'small'], { preset: 'small' }],
  [['--crf', '23.5'], { crf: 23.5 }],
  [['--encoder', 'h264_nvenc'], { encoder: 'h264_nvenc' }],
  [['--set', 'cursor_size=2'], { cursorSize: 2 }],
  [['--set', 'resolution=720p'], { width: 1280, height: 720 }],
  [['--set', 'resolution=720p', '--resolution', '4k'], { width: 3840, height: 2160 }],
  [['--set', 'fps=30'], { fps: 30 }],
  [['--set', 'fps=30', '--fps', '50'], { fps: 50 }],
  [['--set', 'clip_start=-1.5', '--set', 'clip_end=20'], { start: -1_500, end: 20_000 }],
  [['--set', 'clip_start=8', '--start', '9'], { start: 9_000 }],
  [['--set', 'moments=highlights'], { moments: 'highlights', highlightsSeconds: 30 }],
  [['--set', 'moments=first_miss', '--end', '60'], { moments: 'first_miss', end: 60_000 }],
  [['--set', 'highlights_seconds=45'], { moments: null, highlightsSeconds: 45 }],
  [['--start', '8'], { start: 8_000 }],
  [['--start=-1.5'], { start: -1_500 }],
  [['--end', '1:02.5'], { end: 62_500 }],
  [['--end', '1:59.9'], { end: 119_900 }],
  [['--end', '99'], { end: 99_000 }],
])('%j sets the render options %j', (args, options) => {
  expect(read(...args)).toMatchObject({ options });
});

test.each([
  [['--skin', 'mine.osk'], { skin: 'mine.osk' }],
  [['--skin', 'default'], { skin: null }],
  [['-o', 'x.mp4'], { file: 'x.mp4' }],
  [['--output', 'x.mp4'], { file: 'x.mp4' }],
  [['--thumbnail', 'x.jpg'], { thumbnail: 'x.jpg' }],
  [['--processes', '4'], { processes: 4 }],
  [['--json-progress'], { jsonProgress: true }],
])('%j sets %j', (args, expected) => {
  expect(read(...args)).toMatchObject(expected);
});

test.each([
  [['--bg-dim', '101'], '--bg-dim must be a number from 0 to 1, or a percentage up to 100, not "101".'],
  [['--motion-blur', 'maybe'], '--motion-blur must be true or false, not "maybe".'],
  [['--resolution', '8k'], '--resolution must be 480p, 720p, 1080p, 4k or WIDTHxHEIGHT, not "8k".'],
  [['--fps', '-1'], 'fps'],
  [['--processes', '0'], '--processes must be a number from 1 to 256'],
  [['--processes', '257'], '--processes must be a number from 1 to 256'],
  [['--crf', 'x'], '--crf must be a number, not "x".'],
  [['--start', '1:2:3'], '--start must be a time in seconds or as m:ss, not "1:2:3".'],
  [['--end', '1:60'], '--end must be a time in seconds or as m:ss, not "1:60".'],
  [['--knockout-lives', '3'], '--knockout-lives needs --layout knockout.'],
  [['b.osr', '--layout', 'ghosts', '--knockout-lives', '3'], '--knockout-lives needs --layout knockout.'],
  [['--order-by', 'score'], '--order-by needs --layout or --rival.'],
  [['--set', 'wings=true'], 'There is no setting "wings".'],
  [['--nonsense'], 'There is no option --nonsense.'],
  [['--no-storyboard'], 'There is no option --no-storyboard.'],
  [['--storyboard'], '--storyboard needs true or false.'],
  [['--skin', '--fps=30'], '--skin needs a value. Write one that begins with a hyphen as --skin=--fps=30.'],
  [['-o'], '-o needs a value.'],
  [['--start', '-1.5'], 'Write one that begins with a hyphen as --start=-1.5.'],
  [['--json-progress=yes'], '--json-progress takes no value.'],
  [['another.osr'], 'Several replays need --layout: ghosts, split or knockout.'],
  [['--layout', 'ghosts'], '--layout needs two or more replays.'],
  [['--layout', 'circle', 'b.osr'], '--layout must be "ghosts", "split" or "knockout", not "circle".'],
  [['--layout', 'knockout', 'b.osr', '--knockout-lives', '11'], '--knockout-lives must be 1, 2'],
  [['--rival', 'b.osr', 'c.osr'], '--rival belongs to a single replay without --layout.'],
  [['--rival', 'b.osr', '--layout', 'ghosts'], '--rival belongs to a single replay without --layout.'],
  [['b.osr', 'c.osr', 'd.osr', 'e.osr', '--layout', 'split'], 'Name at most 4 replays for --layout split.'],
  [[...Array.from({ length: 50 }, (_, i) => `${i}.osr`), '--layout', 'ghosts'], 'Name at most 50 replays.'],
])('%j is refused: %s', (args, reason) => {
  expect(() => read(...args)).toThrow(UsageError);
  expect(() => read(...args)).toThrow(reason);
});

const players = { orderBy: 'score', lives: 1, counts: 'break', minTime: 0 };

test.each([
  [['b.osr', '--layout', 'ghosts'], ['b.osr'], { ...players, layout: 'ghosts' }],
  [
    ['b.osr', 'c.osr', '--layout', 'knockout', '--knockout-lives', '3', '--knockout-counts', 'miss'],
    ['b.osr', 'c.osr'],
    { ...players, layout: 'knockout', lives: 3, counts: 'miss' },
  ],
  [
    ['b.osr', '--layout', 'knockout', '--knockout-min-time', '12.5', '--order-by', 'accuracy'],
    ['b.osr'],
    { ...players, layout: 'knockout', minTime: 12_500, orderBy: 'accuracy' },
  ],
  [['--rival', 'b.osr', '--rival', 'c.osr'], ['b.osr', 'c.osr'], { ...players, layout: 'scoreboard' }],
  [
    ['--rival', 'b.osr', '--order-by', 'accuracy'],
    ['b.osr'],
    { ...players, layout: 'scoreboard', orderBy: 'accuracy' },
  ],
])('%j renders further replays', (args, others, together) => {
  expect(read(...args)).toMatchObject({ others, options: { together } });
});

test('the beatmap is required', () => {
  expect(() => readAll('play.osr')).toThrow('--beatmap');
});

test.each([
  /^ {2}--bg-dim NUMBER +background dim: .*black; above 1, a percentage \(0\.95\)$/m,
  /^ {2}--layout ghosts\|split\|knockout +arrangement .* is left$/m,
  /^ {2}--knockout-lives 1…10 .*\(1\)$/m,
])('the help has the line %s', (line) => {
  expect(optionsHelp).toMatch(line);
});
