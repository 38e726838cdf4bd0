import type { EnvironmentVariables } from '../../config.ts';
import { reportDocument } from '../../rendering/study-report/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { checkOutputs, type NamedFile, type OutputFile } from '../output/check-outputs.ts';
import { exitCodes, exitCodesHelp, reportError } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';
import { replaceFile } from '../output/replace-file.ts';
import { formatStudy } from '../study/report-text.ts';
import { type StudyRequest, studyReplays } from '../study/study-replays.ts';
import { readVariablesWithEnvFile } from '../wiring/env-file.ts';
import { abortOnStopSignal } from '../wiring/stop-signal.ts';

const name = 'study';
const help = `Judges many replays and prints the habits of each player: aim, timing by tempo and spacing, keys, the causes of
mistakes with the most costly moments of each, the progress over months, and the plays.

Usage: bin/reprise study FOLDER|REPLAY... [--beatmap FILE.osu|FILE.osz|FOLDER]... [--player NAME]
                        [--json] [--html FILE.html]

  -b, --beatmap    a map, a set, or a folder to search for maps by their MD5; can be repeated. By default, the folders of
                   the replays and the library of the service (DATA_DIR/beatmaps)
  --player NAME    only the replays of this player
  --json           prints one JSON object: players, plays and skipped
  --html FILE.html also writes the report with plots as one file, which shows them without a network

Replays that cannot be judged are skipped, and named at the end with the reason. Each replay counts once, also if there
are copies of it.

${exitCodesHelp}  6    the HTML file cannot be written
  130  stopped, for example with Ctrl-C
If at least one replay was judged, the exit code is 0; otherwise it is that of the first skipped file.
`;

const options = {
  beatmap: { type: 'string', short: 'b', multiple: true },
  player: { type: 'string' },
  json: { type: 'boolean', default: false },
  html: { type: 'string' },
} as const;

/** What a study takes from its process. */
export interface StudyContext {
  readonly env: EnvironmentVariables;
  /** Stops the study; by default, SIGINT, SIGTERM and SIGHUP stop it. */
  readonly signal?: AbortSignal;
  /** The program of the child processes; tests that run from source pass one that they have built. */
  readonly childPath?: string;
}

interface StudyArgs extends StudyRequest {
  readonly json: boolean;
  /** Null: no file. */
  readonly html: string | null;
}

export function run(
  args: readonly string[],
  output: Output = process,
  context: StudyContext = { env: readVariablesWithEnvFile() },
): Promise<number> {
  return runCommand(args, { name, help, options, output }, ({ values, positionals: paths }) => {
    if (paths.length === 0) throw new UsageError('Name at least one replay or folder of replays.');
    const { beatmap: beatmaps = [], player = null, json, html = null } = values;
    return study({ paths, beatmaps, player, json, html }, output, context);
  });
}

async function study(request: StudyArgs, output: Output, context: StudyContext): Promise<number> {
  const { signal, removeListeners } = context.signal
    ? { signal: context.signal }
    : abortOnStopSignal(exitCodes.stopped);
  try {
    if (request.html !== null) await checkOutputs([reportFile(request.html)], inputsOf(request));
    const { report, exitCode, problem } = await studyReplays(request, {
      dataDir: context.env.DATA_DIR?.trim() || 'data',
      onProgress: progressLine(output),
      signal,
      childPath: context.childPath,
    });
    output.stdout.write(request.json ? `${JSON.stringify(report, null, 2)}\n` : formatStudy(report));
    if (problem !== null) output.stderr.write(`${problem}\n`);
    // After the report was printed, so that a full disk loses no results.
    else if (request.html !== null) await replaceFile(request.html, reportDocument(report));
    return exitCode;
  } catch (error) {
    if (!signal.aborted) return reportError(error, output);
    output.stderr.write('Stopped.\n');
    return exitCodes.stopped;
  } finally {
    removeListeners?.();
  }
}

function reportFile(path: string): OutputFile {
  return { option: '--html', what: 'the report', path };
}

function inputsOf({ paths, beatmaps }: StudyRequest): NamedFile[] {
  return [
    ...paths.map((path) => ({ what: 'the replay', path })),
    ...beatmaps.map((path) => ({ what: 'the beatmap', path })),
  ];
}

/** One line of the terminal that is overwritten, and removed at the end. */
function progressLine({ stderr }: Output): (done: number, all: number) => void {
  if (!stderr.isTTY) return () => {};
  const clear = '\r\u001b[K';
  return (done, all) => void stderr.write(done === all ? clear : `${clear}${done} of ${all} replays`);
}
