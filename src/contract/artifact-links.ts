import { artifactKeys, type PreviewKind } from './artifact-keys.ts';
import type { ArtifactLinks } from './job.ts';

/** The paths of everything a job produces, whether it exists yet or not, below the path of the public URL. */
export function artifactLinksOf(id: string, preview: PreviewKind | null = null, basePath = ''): ArtifactLinks {
  return {
    video_url: `${basePath}/v1/artifacts/${artifactKeys.video(id)}`,
    thumbnail_url: `${basePath}/v1/artifacts/${artifactKeys.thumbnail(id)}`,
    preview_url: preview && `${basePath}/v1/artifacts/${artifactKeys.preview(id, preview)}`,
    logs_url: `${basePath}/v1/artifacts/${artifactKeys.log(id)}`,
    analytics_url: `${basePath}/v1/jobs/${id}/analytics`,
  };
}
