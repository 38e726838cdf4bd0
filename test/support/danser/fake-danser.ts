import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openVideo } from '../../../src/rendering/video/index.ts';

/** What a made-up danser does: says lines, makes its video, starts an encoder of its own, hangs, or ends with a code. */
export type Step = string | { readonly do: 'video' | 'grow' | 'start-encoder' | 'hang' } | { readonly exit: number };

/** A program that takes danser's arguments, reads its settings where danser reads them, and plays a transcript. */
export async function makeFakeDanser(folder: string, steps: readonly Step[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  await makeVideo(join(folder, 'made.bin'));
  await writeFile(join(folder, 'steps.json'), JSON.stringify(steps));
  await writeFile(join(folder, 'danser.db'), 'the maps of everybody');
  const path = join(folder, 'danser-cli');
  await writeFile(path, `#!${process.execPath}\n${program}`);
  await chmod(path, 0o755);
  return path;
}

const video = { width: 320, height: 180, fps: 30, encoder: 'libx264', preset: 'ultrafast', crf: 30 };

/** Half a second that turns from black to white. */
async function makeVideo(file: string): Promise<void> {
  const mp4 = await openVideo({ ...video, file, audio: { bitrate: 64_000 } });
  for (let frame = 0; frame < 15; frame++) {
    const planes = new Uint8Array((video.width * video.height * 3) / 2).fill(128);
    await mp4.addFrame(planes.fill(16 + frame * 14, 0, video.width * video.height));
  }
  await mp4.addAudio(new Float32Array(48_000));
  await mp4.finish();
}

const program = `
const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');
const home = path.dirname(process.argv[1]);
const args = Object.fromEntries(process.argv.slice(2).map((arg) => arg.replace(/^-/, '').split('=')));
const settings = JSON.parse(fs.readFileSync(path.join(home, 'settings', args.settings + '.json'), 'utf8'));
const below = (folder) => fs.readdirSync(folder, { recursive: true }).map(String).sort();
const { OsuSongsDir, OsuSkinsDir } = settings.General;
const seen = { args, settings, home, env: Object.keys(process.env), songs: below(OsuSongsDir), skins: below(OsuSkinsDir) };
const videos = settings.Recording.OutputDir;
fs.writeFileSync(path.join(videos, '..', 'seen.json'), JSON.stringify({ ...seen, replay: fs.statSync(args.replay).size, files: fs.readdirSync(home), pid: process.pid }));
const act = {
  video: () => fs.copyFileSync(path.join(home, 'made.bin'), path.join(videos, args.out + '.mp4')),
  grow: () => new Promise(() => setInterval(() => fs.appendFileSync(path.join(videos, 'part'), 'x'), 20)),
  'start-encoder': () => {
    const encoder = spawn('sleep', ['600'], { stdio: 'ignore' });
    fs.writeFileSync(path.join(videos, '..', 'encoder.pid'), String(encoder.pid));
  },
  hang: () => new Promise(() => setInterval(() => {}, 1000)),
};
(async () => {
  for (const step of JSON.parse(fs.readFileSync(path.join(home, 'steps.json'), 'utf8'))) {
    if (typeof step === 'string') (step.startsWith('panic') ? process.stderr : process.stdout).write(step + '\\n');
    else if ('exit' in step) process.exitCode = step.exit;
    else await act[step.do]();
  }
})();
`;
