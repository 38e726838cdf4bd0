import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../config.ts';
import { Failure } from '../failure.ts';
import { readReplayHeader } from '../game/replay/index.ts';
import {
  type FilePlace,
  openSources,
  type RenderRequest,
  type RenderSources,
  renderReplay,
} from '../rendering/render/index.ts';
import { readEnvironment } from './environment.ts';
import { exitCodes, exitCodesHelp, reportError } from './exit-code.ts';
import { type FoundBeatmap, findBeatmap } from './find-beatmap.ts';
import type { Output } from './output.ts';
import { readInput } from './read-input.ts';
import { optionsHelp, type RenderArgs, readRenderArgs } from './render-args.ts';
import { jsonWatcher, terminalWatcher } from './render-progress.ts';
import { thisMachine } from './this-machine.ts';

const help = `Renders a replay as a video.

Usage: bin/reprise render REPLAY --beatmap FILE.osu|FILE.osz|FOLDER [options] [-o FILE.mp4]

  -b, --beatmap                    the map, its set, or a folder in which it is looked for by its MD5
${optionsHelp}

${exitCodesHelp}6 the video cannot be encoded or written here, 130 stopped with Ctrl-C.
`;

/** The build puts the kernel, the glyphs and our own skin beside the program. */
export const assets = fileURLToPath(new URL('../assets', import.meta.url));

export interface RenderHost {
  readonly assets: string;
  /** FFMPEG_PATH names the ffmpeg for encoders that are not built in. */
  readonly env?: Environment;
  /** Stops the render when it is aborted; Ctrl-C unless given. */
  readonly signal?: AbortSignal;
}

/** Where the command itself runs. */
export function thisHost(): RenderHost {
  return { assets, env: readEnvironment() };
}

export function run(args: readonly string[], out: Output = process, host: RenderHost = thisHost()) {
  return renderAsAsked({ args, help }, out, host);
}

/** Of every command that makes a video, each with a help of its own. */
export async function renderAsAsked(
  { args, help }: { args: readonly string[]; help: string },
  out: Output,
  host: RenderHost,
): Promise<number> {
  const wish = readRenderArgs(args);
  if (wish === 'help') {
    out.stdout.write(help);
    return exitCodes.done;
  }
  if ('mistakes' in wish) {
    out.stderr.write(`${wish.mistakes}\n\n${help}`);
    return exitCodes.usage;
  }
  return renderFiles(wish, out, host);
}

/** Renders, tells how it goes, and returns the exit code. */
async function renderFiles(wish: RenderArgs, out: Output, host: RenderHost): Promise<number> {
  const watcher = out.stdout.isTTY && !wish.jsonProgress ? terminalWatcher(out) : jsonWatcher(out);
  const interrupt = host.signal ? null : onInterrupt();
  const signal = host.signal ?? interrupt!.signal;
  try {
    const replay = await readInput(wish.replay);
    const found = await findBeatmap(wish.beatmap, readReplayHeader(replay).beatmapMd5);
    const { file, thumbnail, processes } = wish;
    const ffmpegPath = host.env?.FFMPEG_PATH;
    const options = ffmpegPath ? { ...wish.options, ffmpegPath } : wish.options;
    const sources: RenderSources = {
      replay: wish.replay,
      beatmap: { ...placeOf(found), osu: found.osu },
      skin: wish.skin === null ? null : await placeOfSkin(wish.skin),
    };
    const request: RenderRequest = {
      ...{ ...(await openSources(sources)), assets: host.assets, options, file },
      ...(thumbnail !== undefined && { thumbnail }),
      ...(options.preview !== null && { preview: previewBeside(file, options.preview) }),
      pool: { sources, machine: thisMachine(), processes, segmentSeconds: null },
    };
    const result = await renderReplay(request, { signal, onProgress: watcher.progress, onNote: watcher.note });
    watcher.done(result, file);
    return exitCodes.done;
  } catch (error) {
    if (signal.aborted) {
      watcher.failed('Stopped.', null);
      out.stderr.write('Stopped; nothing was kept.\n');
      return exitCodes.stopped;
    }
    if (error instanceof Failure) watcher.failed(error.message, error.code);
    return reportError(error, out);
  } finally {
    interrupt?.remove();
  }
}

function placeOf({ set }: FoundBeatmap): FilePlace {
  return 'archive' in set ? { kind: 'archive', path: set.file } : { kind: 'folder', path: set.folder };
}

async function placeOfSkin(path: string): Promise<FilePlace> {
  return { kind: (await stat(path)).isDirectory() ? 'folder' : 'archive', path };
}

/** Under the name of the video. */
function previewBeside(file: string, kind: string): string {
  return `${file.slice(0, file.length - extname(file).length)}.${kind}`;
}

/** Whoever starts us may pass on a signal that the terminal has sent us already: it is the same wish. */
const sameWishMs = 1_000;

/** The first signal stops the render, which takes a moment to tidy up; another one, later, ends the process as it is. */
function onInterrupt(): { signal: AbortSignal; remove(): void } {
  const controller = new AbortController();
  let firstAt: number | null = null;
  const stop = () => {
    if (firstAt !== null && Date.now() - firstAt > sameWishMs) process.exit(exitCodes.stopped);
    firstAt ??= Date.now();
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { signal: controller.signal, remove: () => void process.off('SIGINT', stop).off('SIGTERM', stop) };
}
