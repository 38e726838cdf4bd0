import type { Limits } from '../../../config.ts';
import { Failure, failures } from '../../../failure.ts';
import { maxTogether } from '../../../game/together/index.ts';
import { InvalidRequest } from '../errors/invalid-request.ts';
import { type FileField, type FilesField, fileField, megabytes } from '../forms/file-field.ts';

type ReplayLimits = Pick<Limits, 'maxReplayBytes'>;

/** The field of one replay. */
export function replayField({ maxReplayBytes }: ReplayLimits): FileField {
  return fileField({
    field: 'replay',
    extension: '.osr',
    maxBytes: maxReplayBytes,
    wrongExtension: 'replay/wrong-extension',
    tooLarge: 'replay/too-large',
  });
}

/** The failure of a submission with too few or too many replays. */
export function wrongReplayCount(): Failure {
  return new InvalidRequest([{ field: 'replay', message: failures['together/count'].message }], 'together/count');
}

/** Fifty replays of a long map have about 50 MB. */
const maxTotalOfMax = 2;

/** How large the replays of one video may be together. */
export function maxTogetherBytes({ maxReplayBytes }: ReplayLimits): number {
  return maxTotalOfMax * maxReplayBytes;
}

/** The field of several replays for one video. Each of them has the limits of a single one. */
export function replaysField(limits: ReplayLimits): FilesField {
  const maxTotalBytes = maxTogetherBytes(limits);
  return {
    ...replayField(limits),
    maxFiles: maxTogether,
    tooMany: wrongReplayCount,
    maxTotalBytes,
    tooLargeTogether: () =>
      new Failure('together/too-large', `The replays together exceed ${megabytes(maxTotalBytes)}MB.`),
  };
}
