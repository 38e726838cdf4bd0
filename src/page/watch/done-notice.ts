import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { words } from '../words/index.ts';

/** `hidden`: this browser has no notifications. `blocked`: the visitor has forbidden them. */
export type NoticeState = 'hidden' | 'off' | 'on' | 'blocked';

/**
 * A notification when the job ends, also while another tab is open. The browser asks for the permission when the visitor
 * wants the notice, not before.
 */
export function useDoneNotice(job: Job, title: string): { state: NoticeState; request(): Promise<void> } {
  const [state, setState] = useState<NoticeState>(() => ('Notification' in window ? 'off' : 'hidden'));
  const finished = isFinished(job.status);
  const wasFinished = useRef(finished);
  useEffect(() => {
    if (finished && !wasFinished.current && state === 'on') notify(job, title);
    wasFinished.current = finished;
  }, [finished]);
  return {
    state,
    async request() {
      const permission = await Notification.requestPermission();
      setState(permission === 'granted' ? 'on' : permission === 'denied' ? 'blocked' : 'off');
    },
  };
}

function notify({ status, artifacts }: Job, title: string): void {
  const { notice } = words.watch;
  const isDone = status === 'completed';
  try {
    const notification = new Notification(isDone ? notice.done : notice.failed, {
      body: title,
      ...(isDone && { icon: artifacts.thumbnail_url }),
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome for Android shows notifications only for service workers. The title of the tab still tells the end.
  }
}
