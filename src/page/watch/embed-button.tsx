import { embedHtml, embedSize } from '../../contract/embed/index.ts';
import type { Job } from '../../contract/index.ts';
import { renderOptionsOf } from '../../contract/settings/index.ts';
import { showStatus } from '../components/status-message.tsx';
import { copyText } from '../copy-text.ts';
import { linkTo } from '../link-to.ts';
import { titleOf } from '../list/known-maps.ts';
import { words } from '../words/index.ts';

/** Copies the HTML with which another site shows the video. */
export function EmbedButton({ job }: { job: Job }) {
  const copy = async () => {
    const url = location.origin + linkTo(`/embed/${job.job_id}`);
    const title = titleOf(job);
    const html = embedHtml({ url, title, ...embedSize(renderOptionsOf(job.config)) });
    if (await copyText(html)) showStatus(words.embed.copied);
  };
  return (
    <button type="button" onClick={copy}>
      {words.embed.copy}
    </button>
  );
}
