import { artifactKeys, type PreviewKind } from './artifact-keys.ts';
import type { ArtifactLinks } from './job.ts';

/** The paths of everything a job produces, whether it exists yet or not. */
export function artifactLinksOf(id: string, preview: PreviewKind | null = null): ArtifactLinks {
  return {
    video_url: `/v1/artifacts/${artifactKeys.video(id)}`,
    thumbnail_url: `/v1/artifacts/${artifactKeys.thumbnail(id)}`,
    preview_url: preview && `/v1/artifacts/${artifactKeys.preview(id, preview)}`,
    logs_url: `/v1/artifacts/${artifactKeys.log(id)}`,
    analytics_url: `/v1/jobs/${id}/analytics`,
  };
}
