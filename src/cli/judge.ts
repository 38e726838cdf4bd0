import { parseArgs } from 'node:util';
import { parseBeatmap } from '../game/beatmap/index.ts';
import { modNotes, modsOf, requireReplayable } from '../game/mods/index.ts';
import { judge } from '../game/play/index.ts';
import { createRosuPp, ppVersion } from '../game/pp/index.ts';
import { readReplay, requireRenderable } from '../game/replay/index.ts';
import { exitCodes, exitCodesHelp, reportError } from './exit-code.ts';
import { findBeatmap } from './find-beatmap.ts';
import { type JudgeReport, judgeReport } from './judge-report.ts';
import { judgeTable } from './judge-table.ts';
import type { Output } from './output.ts';
import { readInput } from './read-input.ts';

const help = `Judges a replay: who hit what, and what it came to, beside what the replay itself claims.

Usage: bin/reprise judge REPLAY --beatmap FILE.osu|FILE.osz|FOLDER [--json]

  --beatmap, -b    the map, its set, or a folder in which it is looked for by its MD5
  --json           one JSON object: n300 n100 n50 nmiss ngeki nkatu maxCombo score accuracy pp and more.
                   accuracy is a fraction from 0 to 1; pp is null for a map that cannot be rated

${exitCodesHelp}`;

export async function run(args: readonly string[], out: Output = process): Promise<number> {
  const request = readArgs(args);
  if (request === 'help') {
    out.stdout.write(help);
    return exitCodes.done;
  }
  if (typeof request === 'string') {
    out.stderr.write(`${request}\n\n${help}`);
    return exitCodes.usage;
  }
  try {
    const report = await judgeFiles(request.replay, request.beatmap);
    out.stdout.write(request.json ? `${JSON.stringify(report, null, 2)}\n` : judgeTable(report));
    return exitCodes.done;
  } catch (error) {
    return reportError(error, out);
  }
}

async function judgeFiles(replayPath: string, beatmapPath: string): Promise<JudgeReport> {
  const replay = readReplay(await readInput(replayPath));
  requireRenderable(replay);
  const mods = modsOf(replay);
  requireReplayable(mods);

  const found = await findBeatmap(beatmapPath, replay.header.beatmapMd5);
  const { beatmap, warnings } = parseBeatmap(found.osu);
  const play = judge(beatmap, replay, mods);
  const pp = createRosuPp();
  const rated = { osu: found.osu, mods };
  return judgeReport({
    replay,
    mods,
    beatmap,
    play,
    beatmapPath: found.path,
    stars: pp.stars(rated),
    pp: pp.final(rated, play.result),
    ppVersion,
    notes: [
      ...(found.exact ? [] : ['The beatmap is not byte by byte the one that was played.']),
      ...modNotes(mods),
      ...warnings.map(({ line, message: says }) => `Beatmap, line ${line}: ${says}`),
    ],
  });
}

function readArgs(args: readonly string[]): { replay: string; beatmap: string; json: boolean } | 'help' | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        beatmap: { type: 'string', short: 'b' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    const [replay, ...others] = positionals;
    if (replay === undefined || others.length > 0) return 'Exactly one replay is judged at a time.';
    if (values.beatmap === undefined) return 'Which map was played? Give it with --beatmap.';
    return { replay, beatmap: values.beatmap, json: values.json };
  } catch (error) {
    return (error as Error).message;
  }
}
