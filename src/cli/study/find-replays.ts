import { stat } from 'node:fs/promises';
import { readReplayHeader, requireRenderableHeader } from '../../game/replay/index.ts';
import { replayIdentity } from '../../game/study/index.ts';
import { readInput } from '../input/read-input.ts';
import { walkFiles } from '../input/walk-files.ts';

/** A replay that can be judged, if its map is found. */
export interface FoundReplay {
  readonly path: string;
  /** Further files with the same replay: the first one may be damaged after its header. */
  readonly copies: readonly string[];
  readonly beatmapMd5: string;
}

export interface FindReplaysOptions {
  /** Only the replays of this player; null: of all players. */
  readonly player: string | null;
  /** Called for each file that is not in the result. */
  readonly onSkip: (file: string, reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** A reason to skip a replay whose file has no error. */
export class NotStudied extends Error {}

export interface FoundReplays {
  readonly replays: readonly FoundReplay[];
  /** The players of replays that were left out because another player is requested. */
  readonly otherPlayers: ReadonlySet<string>;
}

/** Finds the replays among files and in folders, each of them once. Only their headers are kept. */
export async function findReplays(paths: readonly string[], options: FindReplaysOptions): Promise<FoundReplays> {
  const { player, onSkip, signal } = options;
  const replays = new Map<string, FoundReplay & { readonly copies: string[] }>();
  const otherPlayers = new Set<string>();
  for await (const path of replayFiles(paths, onSkip)) {
    signal.throwIfAborted();
    try {
      const bytes = await readInput(path);
      const header = readReplayHeader(bytes);
      if (player !== null && header.player !== player) {
        otherPlayers.add(header.player);
        continue;
      }
      requireRenderableHeader(header);
      const identity = replayIdentity(header, bytes);
      const same = replays.get(identity);
      if (same === undefined) replays.set(identity, { path, copies: [], beatmapMd5: header.beatmapMd5 });
      else same.copies.push(path);
    } catch (error) {
      onSkip(path, error);
    }
  }
  return { replays: [...replays.values()], otherPlayers };
}

async function* replayFiles(paths: readonly string[], onSkip: FindReplaysOptions['onSkip']): AsyncGenerator<string> {
  const isWanted = (name: string) => /\.osr$/i.test(name);
  for (const path of paths) {
    try {
      const found = await stat(path);
      if (found.isDirectory()) {
        let count = 0;
        for await (const file of walkFiles(path, { isWanted, onUnreadable: onSkip })) {
          count++;
          yield file;
        }
        if (count === 0) onSkip(path, new NotStudied('There is no .osr file in this folder.'));
      } else if (found.isFile()) yield path;
      else onSkip(path, new NotStudied('It is neither a file nor a folder.'));
    } catch (error) {
      onSkip(path, error);
    }
  }
}
