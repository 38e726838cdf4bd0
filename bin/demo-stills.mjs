#!/usr/bin/env node
// Draws the pictures of the demo in docs/images: those of the README, and the contact sheet of docs/looks.md.
//   node bin/demo-stills.mjs
// It needs ffmpeg, and the program must be built (bin/reprise --version builds it).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import { readReplay, writeReplay } from '../dist/replay.js';

const root = new URL('../', import.meta.url).pathname;
const images = join(root, 'docs/images');
const demo = join(root, 'dist/assets/demo');
const folder = mkdtempSync(join(tmpdir(), 'reprise-stills-'));
const jpegQuality = 86;
const font = 'node_modules/@fontsource-variable/noto-sans-jp/files/noto-sans-jp-latin-wght-normal.woff2';

const modBits = { hidden: 8, flashlight: 1024 };
/** The song time is in seconds; a name puts the picture into the README, too. */
const stills = [
  { label: 'Intro', time: 1.1, name: 'demo-intro' },
  { label: 'Slider, hit error meter, keys', time: 27.79, name: 'demo-slider' },
  { label: 'Judgements and combo', time: 34.7, name: 'demo-stream' },
  { label: 'Kiai time: star fountains', time: 26.15 },
  { label: 'Break: pass or fail, and the grade so far', time: 22.7 },
  { label: 'Spinner', time: 40 },
  { label: 'Hidden', time: 31.1, mods: modBits.hidden },
  { label: 'Flashlight', time: 31.1, mods: modBits.flashlight },
  { label: 'Motion blur', time: 36.42, motionBlur: true },
  {
    label: 'Rainbow, long trail',
    time: 33.3,
    settings: ['cursor_rainbow=true', 'trail_long=true', 'object_rainbow=true'],
  },
  {
    label: 'Aim error meter, strain graph, scoreboard',
    time: 35.2,
    settings: ['aim_error_meter=true', 'strain_graph=true', 'scoreboard=true'],
  },
  { label: 'Results', time: 53, name: 'demo-results' },
];

try {
  const sheet = await drawSheet(stills.map((still) => ({ ...still, file: drawStill(still) })));
  writeFileSync(join(images, 'contact-sheet.jpg'), sheet);
} finally {
  rmSync(folder, { recursive: true });
}

/** Renders a tenth of a second without loss, and returns a file with its first frame. */
function drawStill({ time, name, mods = 0, motionBlur = false, settings = [] }) {
  const replay = join(folder, 'replay.osr');
  writeFileSync(replay, mods === 0 ? readFileSync(join(demo, 'demo.osr')) : withMods(mods));
  const video = join(folder, 'video.mp4');
  const options = [
    ...['--beatmap', join(demo, 'demo.osz'), '--output', video, '--start', time, '--end', time + 0.1],
    ...['--motion-blur', motionBlur, '--bg-dim', 0.7, '--preset', 'ultrafast', '--crf', 0],
    ...settings.flatMap((setting) => ['--set', setting]),
  ];
  execFileSync('bin/reprise', ['render', replay, ...options.map(String)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const picture = join(folder, `${time}-${mods}.png`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', video, '-frames:v', '1', picture]);
  if (name)
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      picture,
      '-vf',
      'scale=1280:-1',
      '-q:v',
      '3',
      join(images, `${name}.jpg`),
    ]);
  return picture;
}

function withMods(mods) {
  const replay = readReplay(readFileSync(join(demo, 'demo.osr')));
  return writeReplay({ ...replay, header: { ...replay.header, modBits: mods } });
}

async function drawSheet(pictures) {
  const [columns, width, height, gap, caption] = [3, 640, 360, 12, 34];
  const rows = Math.ceil(pictures.length / columns);
  const canvas = createCanvas(columns * (width + gap) + gap, rows * (height + caption + gap) + gap);
  const context = canvas.getContext('2d');
  context.fillStyle = '#14151c';
  context.fillRect(0, 0, canvas.width, canvas.height);
  GlobalFonts.registerFromPath(join(root, font), 'Noto Sans');
  context.font = '20px Noto Sans';
  context.fontVariationSettings = "'wght' 400";
  context.fillStyle = '#e8e8f0';
  for (const [index, { label, file }] of pictures.entries()) {
    const x = gap + (index % columns) * (width + gap);
    const y = gap + Math.floor(index / columns) * (height + caption + gap);
    context.drawImage(await loadImage(file), x, y, width, height);
    context.fillText(label, x, y + height + 24);
  }
  return canvas.encode('jpeg', jpegQuality);
}
