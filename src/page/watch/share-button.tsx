import type { Job } from '../../contract/index.ts';
import { showStatus } from '../components/status-message.tsx';
import { copyText } from '../copy-text.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';

/** Shares the page with the sharing dialog of the device, or copies its address. */
export function ShareButton({ job }: { job: Job }) {
  const { watch } = words;
  const url = location.origin + linkTo(`/view/${job.job_id}`);

  async function share() {
    try {
      if (navigator.share) await navigator.share({ title: job.map_title, url });
      else if (await copyText(url)) showStatus(watch.copied);
    } catch {
      // The viewer closed the dialog, or the browser does not allow it. The link is in the address bar too.
    }
  }

  return (
    <button type="button" onClick={share}>
      {watch.share}
    </button>
  );
}
