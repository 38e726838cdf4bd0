import type { Config } from '../../config.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { validateBeatmapSet } from '../beatmaps/index.ts';
import type { UploadedSet } from '../jobs/index.ts';
import { inField } from './errors/invalid-request.ts';
import { type FileField, fileField } from './forms/file-field.ts';
import type { ReceivedFile } from './forms/receive-form.ts';

/** The beatmap sets that clients upload, with a replay or for a failed job. */
export interface BeatmapUploads {
  readonly field: FileField;
  /** Unpacks every file of a set and requires the played map in it. */
  validate(file: ReceivedFile, beatmapMd5: string): Promise<UploadedSet>;
}

/** Validating a beatmap set uses one core for seconds. */
const maxAtATime = 2;

export function createBeatmapUploads({ limits }: Pick<Config, 'limits'>): BeatmapUploads {
  const limit = limitConcurrency(maxAtATime);
  return {
    field: fileField({
      field: 'beatmap',
      extension: '.osz',
      maxBytes: limits.maxBeatmapBytes,
      wrongExtension: 'beatmap/wrong-extension',
      tooLarge: 'beatmap/file-too-large',
    }),
    validate: ({ path }, beatmapMd5) => limit(() => validateBeatmapSet({ path, beatmapMd5 })).catch(inField('beatmap')),
  };
}
