import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../config.ts';
import { Failure } from '../failure.ts';
import { readReplayHeader } from '../osu/replay/index.ts';
import { folderFiles, renderReplay } from '../render/index.ts';
import { archiveFiles, type FileSource } from '../stage/index.ts';
import { readEnvironment } from './environment.ts';
import { exitCodes, exitCodesHelp, reportError } from './exit-code.ts';
import { findBeatmap } from './find-beatmap.ts';
import type { Output } from './output.ts';
import { readInput } from './read-input.ts';
import { optionsHelp, type RenderArgs, readRenderArgs } from './render-args.ts';
import { jsonWatcher, terminalWatcher } from './render-progress.ts';

const help = `Renders a replay as a video.

Usage: bin/reprise render REPLAY --beatmap FILE.osu|FILE.osz|FOLDER [options] [-o FILE.mp4]

  -b, --beatmap                    the map, its set, or a folder in which it is looked for by its MD5
${optionsHelp}

${exitCodesHelp}6 the video cannot be encoded or written here, 130 stopped with Ctrl-C.
`;

/** The build puts the kernel, the glyphs and our own skin beside the program. */
export const assets = fileURLToPath(new URL('..', import.meta.url));

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

export async function run(args: readonly string[], out: Output = process, host: RenderHost = thisHost()) {
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
export async function renderFiles(wish: RenderArgs, out: Output, host: RenderHost = thisHost()): Promise<number> {
  const watcher = out.stdout.isTTY && !wish.jsonProgress ? terminalWatcher(out) : jsonWatcher(out);
  const interrupt = host.signal ? null : onInterrupt();
  const signal = host.signal ?? interrupt!.signal;
  try {
    const replay = await readInput(wish.replay);
    const found = await findBeatmap(wish.beatmap, readReplayHeader(replay).beatmapMd5);
    const files = 'archive' in found.set ? archiveFiles(found.set.archive) : folderFiles(found.set.folder);
    const skin = wish.skin === null ? null : await openSkin(wish.skin);
    const { file, thumbnail } = wish;
    const ffmpegPath = host.env?.FFMPEG_PATH;
    const options = ffmpegPath ? { ...wish.options, ffmpegPath } : wish.options;
    const request = { replay, beatmap: { files, osu: found.osu }, skin, assets: host.assets, options, file };
    const result = await renderReplay(thumbnail === undefined ? request : { ...request, thumbnail }, {
      signal,
      onProgress: watcher.progress,
      onNote: watcher.note,
    });
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

async function openSkin(path: string): Promise<FileSource> {
  return (await stat(path)).isDirectory() ? folderFiles(path) : archiveFiles(await readInput(path));
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
