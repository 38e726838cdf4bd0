import { useEffect } from 'preact/hooks';
import { LazyHelpPage } from './help/lazy-help-page.tsx';
import { ListPage } from './list/list-page.tsx';
import { PageHeader } from './page-header.tsx';
import { followLink, type Route, useRoute } from './router.ts';
import { SkinsPage } from './skins/skins-page.tsx';
import { SubmitPage } from './submit/submit-page.tsx';
import { type UploadQueue, useUploadQueue } from './submit/upload-queue.ts';
import { WatchPage } from './watch/watch-page.tsx';

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
      <main id="content" tabIndex={-1}>
        <Page route={route} queue={queue} />
      </main>
    </>
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
