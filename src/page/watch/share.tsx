import { useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { words } from '../words/index.ts';

/** The address of the page: through the device's own way of sharing, or into the clipboard. */
export function Share({ job }: { job: Job }) {
  const { watch } = words;
  const [copied, setCopied] = useState(false);
  const url = `${location.origin}/view/${job.job_id}`;

  async function share() {
    try {
      if (navigator.share) await navigator.share({ title: job.map_title, url });
      else {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      }
    } catch {
      // Somebody has thought better of it, or the browser does not allow it: the address bar has the link too.
    }
  }

  return (
    <button type="button" onClick={share}>
      <span role="status">{copied ? watch.copied : watch.share}</span>
    </button>
  );
}
