import { readdir, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { EnvironmentVariables } from '../../config.ts';
import { Failure } from '../../failure.ts';
import { readReplayHeader } from '../../game/replay/index.ts';
import { requireOneMap } from '../../game/together/index.ts';
import { assetFolder } from '../../program-files.ts';
import {
  openSources,
  type RenderRequest,
  type RenderSources,
  renderReplay,
  type SourcePath,
} from '../../rendering/render/index.ts';
import { optionsHelp, type RenderArgs, readRenderArgs, renderOptions } from '../args/render-args.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { type FoundBeatmap, findBeatmap } from '../input/find-beatmap.ts';
import { readReplayFile } from '../input/read-replay-file.ts';
import { checkOutputs, type NamedFile, type OutputFile } from '../output/check-outputs.ts';
import { exitCodes, exitCodesHelp, reportError } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';
import { jsonReporter, terminalReporter } from '../output/render-progress.ts';
import { readVariablesWithEnvFile } from '../wiring/env-file.ts';
import { resourcesPerRender } from '../wiring/render-resources.ts';
import { abortOnStopSignal } from '../wiring/stop-signal.ts';

const name = 'render';
const help = `Renders a replay, or several replays of one map, to a video.

Usage: bin/reprise render REPLAY... --beatmap FILE.osu|FILE.osz|FOLDER [options] [-o FILE.mp4]

  -b, --beatmap                    the map, its set, or a folder to search for the map by its MD5
${optionsHelp}

${exitCodesHelp}  6    the video cannot be encoded or written
  130  stopped, for example with Ctrl-C
`;

/** What a render takes from its process. */
export interface RenderContext {
  readonly assets: string;
  /** FFMPEG_PATH names the ffmpeg for encoders that are not built in. */
  readonly env?: EnvironmentVariables;
  /** Stops the render; by default, SIGINT, SIGTERM and SIGHUP stop it. */
  readonly signal?: AbortSignal;
}

export function processContext(): RenderContext {
  return { assets: assetFolder, env: readVariablesWithEnvFile() };
}

export function run(
  args: readonly string[],
  output: Output = process,
  context: RenderContext = processContext(),
): Promise<number> {
  return runCommand(args, { name, help, options: renderOptions, output }, (parsed) =>
    renderFiles(() => readRenderArgs(parsed), output, context),
  );
}

/** Renders what the arguments name, and returns the exit code. */
export async function renderFiles(readArgs: () => RenderArgs, output: Output, context: RenderContext): Promise<number> {
  try {
    return await renderWithProgress(readArgs(), output, context);
  } catch (error) {
    return reportError(error, output);
  }
}

async function renderWithProgress(args: RenderArgs, output: Output, context: RenderContext): Promise<number> {
  const reporter = output.stdout.isTTY && !args.jsonProgress ? terminalReporter(output) : jsonReporter(output);
  const { signal, removeListeners } = context.signal
    ? { signal: context.signal }
    : abortOnStopSignal(exitCodes.stopped);
  try {
    const request = await readRequest(args, context);
    const result = await renderReplay(request, { signal, onProgress: reporter.progress, onNote: reporter.note });
    reporter.done(result, args.file);
    return exitCodes.done;
  } catch (error) {
    if (signal.aborted) {
      reporter.failed('Stopped.', null);
      output.stderr.write('Stopped. No file was written.\n');
      return exitCodes.stopped;
    }
    if (error instanceof Failure) reporter.failed(error.message, error.code);
    throw error;
  } finally {
    removeListeners?.();
  }
}

async function readRequest(args: RenderArgs, { assets, env }: RenderContext): Promise<RenderRequest> {
  const { file, thumbnail, processes } = args;
  const replay = await readReplayFile(args.replay);
  const others = await Promise.all(
    args.others.map(async (path) => ({ name: path, bytes: await readReplayFile(path) })),
  );
  // Before the search for the map: the message then names the file that does not belong to the others.
  const { together } = args.options;
  if (together) requireOneMap([{ name: args.replay, bytes: replay }, ...others], together.layout);
  const found = await findBeatmap(args.beatmap, readReplayHeader(replay).beatmapMd5);
  const preview = args.options.preview === null ? null : previewPath(file, args.options.preview);
  await checkOutputs(outputsOf(args, preview), inputsOf(args, found));
  const sources: RenderSources = {
    replay: args.replay,
    ...(args.others.length > 0 && { others: args.others }),
    beatmap: { ...placeOfBeatmap(found), osu: found.osu },
    skin: args.skin === null ? null : await placeOfSkin(args.skin),
  };
  const ffmpegPath = env?.FFMPEG_PATH;
  const options = ffmpegPath ? { ...args.options, ffmpegPath } : args.options;
  return {
    ...(await openSources(sources)),
    assets,
    options,
    file,
    thumbnail,
    ...(preview !== null && { preview }),
    pool: { sources, machine: resourcesPerRender(), processes, segmentSeconds: null },
  };
}

function outputsOf({ file, thumbnail, options }: RenderArgs, preview: string | null): OutputFile[] {
  const outputs: OutputFile[] = [{ option: '-o', what: 'the video', path: file, extensions: ['.mp4'] }];
  if (thumbnail !== undefined) {
    const extensions = ['.jpg', '.jpeg'];
    outputs.push({ option: '--thumbnail', what: 'the thumbnail', path: thumbnail, extensions });
  }
  if (preview !== null)
    outputs.push({ option: `-o with preview=${options.preview}`, what: 'the preview', path: preview });
  return outputs;
}

function inputsOf({ replay, others, skin, settings }: RenderArgs, { set, path }: FoundBeatmap): NamedFile[] {
  const inputs = [replay, ...others].map((path) => ({ what: 'the replay', path }));
  inputs.push({ what: 'the beatmap', path: 'archive' in set ? set.file : path });
  if (skin !== null) inputs.push({ what: 'the skin', path: skin });
  if (settings !== undefined) inputs.push({ what: 'the settings', path: settings });
  return inputs;
}

function placeOfBeatmap({ set }: FoundBeatmap): SourcePath {
  return 'archive' in set ? { kind: 'archive', path: set.file } : { kind: 'folder', path: set.folder };
}

async function placeOfSkin(path: string): Promise<SourcePath> {
  if (!(await stat(path)).isDirectory()) return { kind: 'archive', path };
  // A folder with the folders of many skins would otherwise be a skin without any element.
  const isSkin = (await readdir(path)).some((name) => /\.(ini|png|jpe?g|wav|ogg|mp3)$/i.test(name));
  if (isSkin) return { kind: 'folder', path };
  throw new UsageError(`--skin must name one skin: ${JSON.stringify(path)} has no skin.ini, images or sounds.`);
}

/** The preview lies beside the video, with its own extension. */
function previewPath(videoPath: string, extension: string): string {
  return `${videoPath.slice(0, videoPath.length - extname(videoPath).length)}.${extension}`;
}
