import { useCallback, useEffect } from 'preact/hooks';
import { useConnectionLost } from './api/connection.ts';
import { LazyPart } from './components/lazy-part.tsx';
import { PageHeader } from './components/page-header.tsx';
import { ServiceStateNotice } from './components/service-state-notice.tsx';
import { StatusMessage } from './components/status-message.tsx';
import { useDroppedFiles } from './hooks/use-dropped-files.ts';
import { linkTo } from './link-to.ts';
import { useNewVersion } from './new-version.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { followLink, navigate, type Route, restoreScroll, useRoute } from './router.ts';
import { chooseSkin } from './skins/chosen-skin.ts';
import { isSkinFile, type SkinUploads, SkinUploadsProvider, useNewSkinUploads } from './skins/skin-uploads.ts';
import { SubmitPage } from './submit/submit-page.tsx';
import { isUnsent, type UploadQueue, useUploadQueue } from './submit/upload-queue.ts';
import { words } from './words/index.ts';

export function App() {
  const route = useRoute();
  if (route.page !== 'embed') return <Site route={route} />;
  return (
    <LazyPart load={() => import('./embed/embed-page.tsx')} fallback={null}>
      {({ EmbedPage }) => <EmbedPage id={route.id} />}
    </LazyPart>
  );
}

function Site({ route }: { route: SiteRoute }) {
  const queue = useUploadQueue();
  const skinUploads = useNewSkinUploads();
  useEffect(() => {
    document.addEventListener('click', followLink);
    addEventListener('popstate', restoreScroll);
    return () => {
      document.removeEventListener('click', followLink);
      removeEventListener('popstate', restoreScroll);
    };
  }, []);
  return (
    <SkinUploadsProvider value={skinUploads}>
      <PageHeader page={route.page} />
      <ServiceNotice hasUnsent={queue.entries.some(isUnsent) || skinUploads.entries.length > 0} />
      <ServiceStateNotice />
      <main id="content" tabIndex={-1}>
        <Page route={route} queue={queue} />
      </main>
      <DropTarget page={route.page} queue={queue} skinUploads={skinUploads} />
      <StatusMessage />
    </SkinUploadsProvider>
  );
}

/** A page with header and navigation. */
type SiteRoute = Exclude<Route, { readonly page: 'embed' }>;

interface DropTargetProps {
  readonly page: Route['page'];
  readonly queue: Pick<UploadQueue, 'add'>;
  readonly skinUploads: SkinUploads;
}

/** Accepts files on every page: skins are named and uploaded where they are dropped, replays are added to the start page. */
function DropTarget({ page, queue, skinUploads }: DropTargetProps) {
  const hasSkins = skinUploads.entries.length > 0;
  // These pages accept replays and beatmaps themselves.
  const takesReplays = page !== 'submit' && page !== 'watch' && page !== 'study';
  const isDragging = useDroppedFiles(
    useCallback(
      (files) => {
        const skins = files.filter(isSkinFile);
        const others = files.filter((file) => !isSkinFile(file));
        const { trial, add } = skinUploads;
        const [skin] = skins;
        if (skin && skins.length === 1 && trial.current && !hasSkins) trial.current(skin);
        else if (skin) add(skins, page === 'submit' ? chooseSkin : undefined);
        if (!takesReplays || others.length === 0) return;
        queue.add(others);
        navigate(linkTo('/'));
      },
      [page, hasSkins],
    ),
    { inFolders: takesReplays ? /\.osr$/i : null },
  );
  return (
    <>
      {isDragging && page !== 'submit' && <p class="drop-hint">{words.submit.dropNow}</p>}
      {hasSkins && (
        <LazyPart load={() => import('./skins/skin-dialog.tsx')} fallback={null}>
          {({ SkinDialog }) => <SkinDialog uploads={skinUploads} />}
        </LazyPart>
      )}
    </>
  );
}

/** A player would stop, an upload would end, and a text would have to be written again. */
const lostByReload = '.player, [data-unsaved]';

/** Says that the connection is lost or the page is out of date, and keeps the visitor from losing replays by leaving. */
function ServiceNotice({ hasUnsent }: { hasUnsent: boolean }) {
  const isLost = useConnectionLost();
  const canReload = useCallback(() => !hasUnsent && document.querySelector(lostByReload) === null, [hasUnsent]);
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
          <button type="button" class="small" onClick={() => location.reload()}>
            {words.reload}
          </button>
        </p>
      )}
    </div>
  );
}

/** The start page is part of the first script; the code of every other page is loaded when it is opened. */
function Page({ route, queue }: { route: SiteRoute; queue: UploadQueue }) {
  switch (route.page) {
    case 'submit':
      return <SubmitPage queue={queue} />;
    case 'list':
      return (
        <LazyPart key="list" load={() => import('./list/list-page.tsx')} fallback={<Loading />}>
          {({ ListPage }) => <ListPage />}
        </LazyPart>
      );
    case 'watch':
      return (
        <LazyPart key="watch" load={() => import('./watch/watch-page.tsx')} fallback={<Loading />}>
          {({ WatchPage }) => <WatchPage key={route.id} id={route.id} queue={queue} />}
        </LazyPart>
      );
    case 'skins':
      return (
        <LazyPart key="skins" load={() => import('./skins/skins-page.tsx')} fallback={<Loading />}>
          {({ SkinsPage }) => <SkinsPage />}
        </LazyPart>
      );
    case 'study':
      return (
        <LazyPart
          key="study"
          load={async () => (await import('./study/index.ts')).openStudyPage()}
          fallback={<Loading />}
        >
          {({ StudyPage }) => <StudyPage />}
        </LazyPart>
      );
    case 'help':
      return (
        <LazyPart key="help" load={() => import('./help/help-page.tsx')} fallback={<Loading />}>
          {({ HelpPage }) => <HelpPage document={route.document} />}
        </LazyPart>
      );
    case 'admin':
      return (
        <LazyPart
          key="admin"
          load={async () => (await import('./admin/index.ts')).openAdminPage()}
          fallback={<Loading />}
        >
          {({ AdminPage }) => <AdminPage />}
        </LazyPart>
      );
    case 'missing':
      return <NotFoundPage />;
  }
}

/** The place of a page whose code is being loaded. */
const Loading = () => (
  <div class="page-skeleton" aria-busy="true" aria-label={words.loading} role="status">
    <div class="skeleton title" />
    <div class="skeleton block" />
  </div>
);
