import { useCallback, useEffect } from 'preact/hooks';
import { useConnectionLost } from './api/connection.ts';
import { LazyHelpPage } from './help/lazy-help-page.tsx';
import { LazyPart } from './lazy-part.tsx';
import { linkTo } from './link-to.ts';
import { ListPage } from './list/list-page.tsx';
import { useNewVersion } from './new-version.ts';
import { PageHeader } from './page-header.tsx';
import { followLink, navigate, type Route, useRoute } from './router.ts';
import { chooseSkin } from './skins/chosen-skin.ts';
import { isSkinFile, type SkinUploads, SkinUploadsProvider, useNewSkinUploads } from './skins/skin-uploads.ts';
import { SkinsPage } from './skins/skins-page.tsx';
import { StatusMessage } from './status-message.tsx';
import { SubmitPage } from './submit/submit-page.tsx';
import { isUnsent, type UploadQueue, useUploadQueue } from './submit/upload-queue.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { WatchPage } from './watch/watch-page.tsx';
import { words } from './words/index.ts';

export function App() {
  const route = useRoute();
  const queue = useUploadQueue();
  const skinUploads = useNewSkinUploads();
  useEffect(() => {
    document.addEventListener('click', followLink);
    return () => document.removeEventListener('click', followLink);
  }, []);
  return (
    <SkinUploadsProvider value={skinUploads}>
      <PageHeader page={route.page} />
      <ServiceNotice hasUnsent={queue.entries.some(isUnsent) || skinUploads.entries.length > 0} />
      <main id="content" tabIndex={-1}>
        <Page route={route} queue={queue} />
      </main>
      <DropTarget page={route.page} queue={queue} skinUploads={skinUploads} />
      <StatusMessage />
    </SkinUploadsProvider>
  );
}

interface DropTargetProps {
  readonly page: Route['page'];
  readonly queue: Pick<UploadQueue, 'add'>;
  readonly skinUploads: SkinUploads;
}

/** Accepts files on every page: skins are named and uploaded where they are dropped, replays are added to the start page. */
function DropTarget({ page, queue, skinUploads }: DropTargetProps) {
  const hasSkins = skinUploads.entries.length > 0;
  // The start page and the page of a job accept replays and beatmaps themselves.
  const takesReplays = page !== 'submit' && page !== 'watch';
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
