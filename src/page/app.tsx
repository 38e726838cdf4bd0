import { useEffect } from 'preact/hooks';
import { Gallery } from './gallery/gallery.tsx';
import { GuidePage } from './guide/guide-page.tsx';
import { PageHeader } from './page-header.tsx';
import { Renders } from './renders/renders.tsx';
import { followLink, type Route, useRoute } from './router.ts';
import { type Queue, useQueue } from './submit/queue.ts';
import { Submit } from './submit/submit.tsx';
import { Watch } from './watch/watch.tsx';

export function App() {
  const route = useRoute();
  const queue = useQueue();
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

function Page({ route, queue }: { route: Route; queue: Queue }) {
  switch (route.page) {
    case 'submit':
      return <Submit queue={queue} />;
    case 'renders':
      return <Renders />;
    case 'watch':
      return <Watch key={route.id} id={route.id} />;
    case 'gallery':
      return <Gallery />;
    case 'guide':
      return <GuidePage name={route.name} />;
  }
}
