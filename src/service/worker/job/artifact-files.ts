import { join } from 'node:path';
import { artifactKeys, type PreviewKind } from '../../../contract/index.ts';
import type { Storage } from '../../storage/index.ts';

/** The files that a render writes. */
export interface ArtifactFiles {
  readonly video: string;
  readonly thumbnail: string;
  readonly preview: string;
  readonly analytics: string;
}

export function filesIn(folder: string): ArtifactFiles {
  return {
    video: join(folder, 'video.mp4'),
    thumbnail: join(folder, 'thumbnail.jpg'),
    preview: join(folder, 'preview'),
    analytics: join(folder, 'analytics.json'),
  };
}

/** Stores what a render has written as the artifacts of a job. */
export async function storeArtifacts(
  { storage, signal }: { storage: Storage; signal: AbortSignal },
  jobId: string,
  { files, preview }: { files: ArtifactFiles; preview: PreviewKind | null },
): Promise<void> {
  const paths = new Map([
    [artifactKeys.analytics(jobId), files.analytics],
    [artifactKeys.thumbnail(jobId), files.thumbnail],
    [artifactKeys.video(jobId), files.video],
  ]);
  if (preview !== null) paths.set(artifactKeys.preview(jobId, preview), files.preview);
  await Promise.all(Array.from(paths, ([key, path]) => storage.putFile(key, path, { signal })));
}
