import { renderOptionsOf, type SubmittedSettings } from '../../../contract/index.ts';
import { costOf, type OtherPlayer, type Submission } from '../../jobs/index.ts';
import type { DecodedReplay } from '../../replay-decoding/index.ts';
import type { RequestClient } from '../clients/request-client.ts';

/** What is submitted to the jobs. The first replay describes a job of several. */
export function submissionOf(
  { client, keyId }: RequestClient,
  options: SubmittedSettings,
  [replay, ...others]: readonly [DecodedReplay, ...DecodedReplay[]],
): Submission {
  const { counts, maxCombo, beatmapMd5, durationMs, speed } = replay;
  const { player, play } = playerOf(replay);
  return {
    client,
    keyId,
    cost: costOf(renderOptionsOf(options), { durationMs, speed }),
    options,
    replay: {
      beatmapMd5,
      player,
      n300: counts.n300,
      n100: counts.n100,
      n50: counts.n50,
      misses: counts.miss,
      maxCombo,
      sha256: Buffer.from(replay.sha256, 'hex'),
      md5: replay.md5 === null ? null : Buffer.from(replay.md5, 'hex'),
      play,
    },
    otherPlayers: others.map(playerOf),
  };
}

function playerOf(replay: DecodedReplay): OtherPlayer {
  const { player, mods, speed, grade, score, playedAtUnixMs, rules, accuracyPercent: accuracy } = replay;
  const playedAt = playedAtUnixMs === null ? null : new Date(playedAtUnixMs);
  return { player, play: { mods, speed, grade, accuracy, score, playedAt, gameClient: rules } };
}
