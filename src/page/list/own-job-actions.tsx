import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { sendRequest } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { focusNextCard } from '../components/focus-next-card.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';

interface OwnJobActionsProps {
  readonly job: Job;
  readonly title: string;
  readonly onChanged: () => void;
}

/** Cancels or removes a video of the viewer. A removal has to be confirmed, because it cannot be undone. */
export function OwnJobActions({ job, title, onChanged }: OwnJobActionsProps) {
  const { list } = words;
  const [isAsking, setAsking] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The confirmation replaces the button that had the focus, and "Keep it" brings that button back.
    const isLost = document.activeElement === document.body;
    if (isAsking !== wasAsking.current && isLost)
      actions.current?.querySelector<HTMLElement>('button:last-child')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const isActive = !isFinished(job.status);
  const remove = useAction(async () => {
    await sendRequest('DELETE', linkTo(`/v1/jobs/${job.job_id}${isActive ? '' : '/artifacts'}`));
    if (!isActive) focusNextCard(actions.current);
    setAsking(false);
    onChanged();
  });
  if (!isActive && job.purged_at !== null) return null;
  return (
    <div class="own-actions" ref={actions}>
      {isActive || !isAsking ? (
        <button
          type="button"
          class="small"
          disabled={remove.isRunning}
          aria-label={isActive ? list.cancelOf(title) : list.removeOf(title)}
          onClick={() => (isActive ? void remove.run() : setAsking(true))}
        >
          {isActive ? list.cancel : list.remove}
        </button>
      ) : (
        <fieldset aria-label={list.removeOf(title)}>
          <p>{list.removeWarning}</p>
          <div class="row">
            <button type="button" class="small danger" disabled={remove.isRunning} onClick={() => void remove.run()}>
              {list.removeNow}
            </button>
            <button type="button" class="small" onClick={() => setAsking(false)}>
              {list.keep}
            </button>
          </div>
        </fieldset>
      )}
      {remove.error !== null && <ErrorNotice error={remove.error} />}
    </div>
  );
}
