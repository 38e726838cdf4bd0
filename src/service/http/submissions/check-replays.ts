import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Failure } from '../../../failure.ts';
import { playersJson, playerTotals } from '../../../game/analytics/index.ts';
import { readReplayHeader, requireRenderableHeader } from '../../../game/replay/index.ts';
import { createMapCheck, type Layout, requireComparable, requireCount } from '../../../game/together/index.ts';
import { limitConcurrency } from '../../../limit-concurrency.ts';
import type { DecodedReplay, ReplayDecoder } from '../../replay-decoding/index.ts';
import { inField } from '../errors/invalid-request.ts';
import { comparingFile, labelOf, namingFile } from '../errors/refused-file.ts';
import type { ReceivedFile } from '../forms/receive-form.ts';
import { wrongReplayCount } from './replay-fields.ts';

/** The replays of a submission, decoded. */
export type DecodedReplays = readonly [DecodedReplay, ...DecodedReplay[]];

/** The checks of the replays of a submission of a client. All of them throw what the client gets as the response. */
export interface ReplayChecks {
  /** Decodes a replay in a child process and writes its analytics. */
  decodeOne(file: ReceivedFile, analyticsPath: string, client: string): Promise<DecodedReplays>;
  /** Decodes the replays of a video of several. They must be of one map, and each of them is checked like a single one. */
  decodeSeveral(files: readonly ReceivedFile[], analyticsPath: string, client: string): Promise<DecodedReplays>;
}

/** Each replay is in memory while its header is read, and may have the maximum size of an upload. */
const maxHeadersAtATime = 2;

export function createReplayChecks(decoder: ReplayDecoder): ReplayChecks {
  const limitHeaders = limitConcurrency(maxHeadersAtATime);

  function checkHeader({ path, sizeBytes }: ReceivedFile, use: (bytes: Uint8Array) => void = () => {}): Promise<void> {
    if (sizeBytes === 0) throw new Failure('replay/empty');
    return limitHeaders(async () => {
      const bytes = await readFile(path);
      requireRenderableHeader(readReplayHeader(bytes));
      use(bytes);
    });
  }

  return {
    async decodeOne(file, analyticsPath, client) {
      await checkHeader(file);
      return [await decoder.decode({ replayPath: file.path, analyticsPath }, client)];
    },
    async decodeSeveral(files, analyticsPath, client) {
      if (files.length < 2) throw wrongReplayCount();
      // The platform's digest: a large file would block the process for a second otherwise.
      const checkMap = createMapCheck((bytes) => createHash('sha256').update(bytes).digest('hex'));
      for (const file of numbered(files)) {
        const compare = (bytes: Uint8Array) => comparingFile(file, () => checkMap({ name: labelOf(file), bytes }));
        await namingFile(file, () => checkHeader(file, compare));
      }
      // One after another: a submission takes one child process of the pool, however many replays it has.
      const decoded: DecodedReplay[] = [];
      for (const file of numbered(files)) {
        const task = { replayPath: file.path, ...(file.number === 1 && { analyticsPath }) };
        decoded.push(await namingFile(file, async () => requireSupported(await decoder.decode(task, client))));
      }
      await appendPlayers(analyticsPath, decoded);
      const [first, ...others] = decoded;
      return [first!, ...others];
    },
  };
}

/** The worker refuses a single replay with unsupported mods. Of several, the response should name the one that has them. */
function requireSupported(replay: DecodedReplay): DecodedReplay {
  const { unsupportedMods } = replay;
  if (unsupportedMods !== null) throw new Failure('replay/unsupported-mods', unsupportedMods);
  return replay;
}

/** Refuses replays that a layout cannot show together. */
export function requireLayout(files: readonly ReceivedFile[], replays: DecodedReplays, layout: Layout): void {
  try {
    requireCount(files.length, layout);
  } catch (error) {
    inField('replay')(error);
  }
  const [first, ...others] = numbered(files).map((file, i) => ({
    file,
    play: { name: labelOf(file), mods: replays[i]!.comparedMods },
  }));
  for (const { file, play } of others) comparingFile(file, () => requireComparable(first!.play, play, layout));
}

function numbered(files: readonly ReceivedFile[]) {
  return files.map((file, i) => ({ ...file, field: 'replay', number: i + 1 }));
}

/** Adds all players to the analytics of the first one, before its closing brace. */
async function appendPlayers(analyticsPath: string, replays: readonly DecodedReplay[]): Promise<void> {
  const players = replays.map((replay) => playerTotals(replay, { mods: replay.mods, pp: 0 }));
  const file = await open(analyticsPath, 'r+');
  try {
    const { size } = await file.stat();
    await file.write(`${[...playersJson(players)].join('')}}`, size - 1);
  } finally {
    await file.close();
  }
}
