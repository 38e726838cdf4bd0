import { useCallback, useEffect } from 'preact/hooks';
import { useConnectionLost } from './api/connection.ts';
import { LazyHelpPage } from './help/lazy-help-page.tsx';
import { ListPage } from './list/list-page.tsx';
import { useNewVersion } from './new-version.ts';
import { PageHeader } from './page-header.tsx';
import { followLink, type Route, useRoute } from './router.ts';
import { SkinsPage } from './skins/skins-page.tsx';
import { SubmitPage } from './submit/submit-page.tsx';
import { isUnsent, type UploadQueue, useUploadQueue } from './submit/upload-queue.ts';
import { WatchPage } from './watch/watch-page.tsx';
import { words } from './words/index.ts';

export function App() {
  const route = useRoute();
  const queue = useUploadQueue();
  useEffect(() => {
    document.addEventListener('click', followLink);
    return () => document.removeEventListener('click', followLink);
  }, []);
  return (
    <>
      <PageHeader page={route.page} />
      <ServiceNotice hasUnsent={queue.entries.some(isUnsent)} />
      <main id="content" tabIndex={-1}>
        <Page route={route} queue={queue} />
      </main>
    </>
  );
}

/** Says that the connection is lost or the page is out of date, and keeps the visitor from losing replays by leaving. */
function ServiceNotice({ hasUnsent }: { hasUnsent: boolean }) {
  const isLost = useConnectionLost();
  // A reload would also stop a player.
  const canReload = useCallback(() => !hasUnsent && document.querySelector('.player') === null, [hasUnsent]);
  const isOutdated = useNewVersion({ canReload });
  useEffect(() => {
    if (!hasUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasUnsent]);
  return (
    <div class="service-notice" role="status">
      {isLost && <p>{words.connectionLost}</p>}
      {isOutdated && !isLost && (
        <p>
          {words.newVersion}{' '}
          <button type="button" onClick={() => location.reload()}>
            {words.reload}
          </button>
        </p>
      )}
    </div>
  );
}

function Page({ route, queue }: { route: Route; queue: UploadQueue }) {
  switch (route.page) {
    case 'submit':
      return <SubmitPage queue={queue} />;
    case 'list':
      return <ListPage />;
    case 'watch':
      return <WatchPage key={route.id} id={route.id} />;
    case 'skins':
      return <SkinsPage />;
    case 'help':
      return <LazyHelpPage document={route.document} />;
  }
}
