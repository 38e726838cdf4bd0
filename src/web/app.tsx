import { useEffect } from 'preact/hooks';
import { Gallery } from './gallery/gallery.tsx';
import { PageHeader } from './page-header.tsx';
import { Renders } from './renders/renders.tsx';
import { followLink, type Route, useRoute } from './router.ts';
import { Submit } from './submit/submit.tsx';
import { Watch } from './watch/watch.tsx';

export function App() {
  const route = useRoute();
  useEffect(() => {
    document.addEventListener('click', followLink);
    return () => document.removeEventListener('click', followLink);
  }, []);
  return (
    <>
      <PageHeader page={route.page} />
      <main id="content" tabIndex={-1}>
        <Page route={route} />
      </main>
    </>
  );
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'submit':
      return <Submit />;
    case 'renders':
      return <Renders />;
    case 'watch':
      return <Watch key={route.id} id={route.id} />;
    case 'gallery':
      return <Gallery />;
  }
}
