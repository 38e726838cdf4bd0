import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import { connectionFailed, onReconnected } from '../api/connection.ts';
import type { RequestState } from '../api/use-request.ts';
import { checkVersion } from '../new-version.ts';
import { ErrorNotice } from './error-notice.tsx';

interface LazyPartProps<T> {
  /** Imports the code. */
  readonly load: () => Promise<T>;
  /** Shown until the code is loaded. */
  readonly fallback: ComponentChildren;
  readonly children: (code: T) => ComponentChildren;
}

/** A part of the page whose code is loaded when it is first shown, and again when the service can be reached again. */
export function LazyPart<T>({ load, fallback, children }: LazyPartProps<T>) {
  const [code, setCode] = useState<RequestState<T>>({ state: 'loading' });
  const [attempts, setAttempts] = useState(1);
  const retry = () => {
    setCode({ state: 'loading' });
    setAttempts((count) => count + 1);
  };
  useEffect(() => {
    let isUnmounted = false;
    const fail = async () => {
      // Chromium remembers a failed import, so that only a reload repeats it.
      if (attempts > 1 && (await canReload())) location.reload();
      else if (!isUnmounted) setCode({ state: 'failed', error: new RepriseError(0, null, null) });
      // After an upgrade the service no longer has the files of this version.
      checkVersion();
      if (!(await canReload())) connectionFailed();
    };
    load().then((value) => isUnmounted || setCode({ state: 'loaded', value }), fail);
    return () => {
      isUnmounted = true;
    };
  }, [attempts]);
  useEffect(() => (code.state === 'failed' ? onReconnected(() => losesNothing() && retry()) : undefined), [code]);

  if (code.state === 'loading') return <>{fallback}</>;
  if (code.state === 'failed') return <ErrorNotice error={code.error} onRetry={retry} />;
  return <>{children(code.value)}</>;
}

/** Without a connection, a reload would replace the page by an error of the browser. */
async function canReload(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Whether the page can be left without losing unsent replays: then no listener prevents it. */
function losesNothing(): boolean {
  return dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
