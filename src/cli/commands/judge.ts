import { parseBeatmap } from '../../game/beatmap/index.ts';
import { costsOf, findMistakes, publishedMistake } from '../../game/mistakes/index.ts';
import { modsOf, requireSupportedMods } from '../../game/mods/index.ts';
import { judge, playedFrames } from '../../game/play/index.ts';
import { createRosuPp, ppVersion } from '../../game/pp/index.ts';
import { readReplay, requireRenderable } from '../../game/replay/index.ts';
import { namingFile } from '../../game/together/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { findBeatmap } from '../input/find-beatmap.ts';
import { readReplayFile } from '../input/read-replay-file.ts';
import { type JudgeReport, judgeReport } from '../judge/report.ts';
import { formatReport } from '../judge/report-table.ts';
import { exitCodes, exitCodesHelp, reportError } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';

const name = 'judge';
const help = `Judges a replay and prints hits, combo, score and pp beside the values that the replay claims.

Usage: bin/reprise judge REPLAY --beatmap FILE.osu|FILE.osz|FOLDER [--json]

  --beatmap, -b    the map, its set, or a folder to search for the map by its MD5
  --json           prints one JSON object: n300 n100 n50 nmiss ngeki nkatu maxCombo score accuracy pp and more.
                   mistakes lists each with its cause and cost.
                   accuracy is a fraction from 0 to 1; pp is null if the map cannot be rated

${exitCodesHelp}`;

const options = {
  beatmap: { type: 'string', short: 'b' },
  json: { type: 'boolean', default: false },
} as const;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options, output }, async ({ values, positionals: [replay, ...others] }) => {
    if (replay === undefined || others.length > 0) throw new UsageError('Name exactly one replay.');
    if (values.beatmap === undefined) throw new UsageError('Name the beatmap with --beatmap.');
    try {
      const report = await judgeFiles(replay, values.beatmap);
      output.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
      return exitCodes.done;
    } catch (error) {
      return reportError(error, output);
    }
  });
}

async function judgeFiles(replayPath: string, beatmapPath: string): Promise<JudgeReport> {
  const bytes = await readReplayFile(replayPath);
  const replay = namingFile(replayPath, () => readReplay(bytes));
  requireRenderable(replay);
  const mods = modsOf(replay);
  requireSupportedMods(mods);

  const found = await findBeatmap(beatmapPath, replay.header.beatmapMd5);
  const { beatmap, warnings } = parseBeatmap(found.osu);
  const play = judge(beatmap, replay, mods);
  const pp = createRosuPp();
  const ratedMap = { osu: found.osu, mods };
  const mistakes = findMistakes(play, playedFrames(replay.frames, beatmap), mods);
  return judgeReport({
    replay,
    mods,
    beatmap,
    play,
    beatmapPath: found.path,
    stars: pp.stars(ratedMap),
    pp: pp.final(ratedMap, play.result),
    ppVersion,
    mistakes: costsOf(play, mistakes, { ...ratedMap, pp }).map(publishedMistake),
    notes: [
      ...(found.exact ? [] : ['The beatmap differs from the one that was played.']),
      ...warnings.map(({ line, message }) => `Beatmap, line ${line}: ${message}`),
    ],
  });
}
