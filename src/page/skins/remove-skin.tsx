import { useEffect, useRef, useState } from 'preact/hooks';
import { sendRequest } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { focusNextCard } from '../components/focus-next-card.ts';
import { showStatus } from '../components/status-message.tsx';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { stopUsingSkin } from './chosen-skin.ts';
import { reloadSkinLists } from './skin-list.ts';

/** Removes a skin of the viewer. The removal has to be confirmed, because it cannot be undone. */
export function RemoveSkin({ name }: { name: string }) {
  const { skins } = words;
  const [isAsking, setAsking] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The question replaces the button that had the focus, and "Keep it" brings that button back.
    if (isAsking !== wasAsking.current) question.current?.querySelector<HTMLElement>('button:last-child')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const remove = useAction(async () => {
    await sendRequest('DELETE', linkTo(`/v1/skins/${encodeURIComponent(name)}`));
    focusNextCard(question.current);
    stopUsingSkin(name);
    showStatus(skins.removed(name));
    reloadSkinLists();
  });
  return (
    <div class="remove-skin" ref={question}>
      {isAsking ? (
        <fieldset aria-label={skins.removeOf(name)}>
          <p>{skins.removeWarning}</p>
          <div class="row">
            <button type="button" class="danger" disabled={remove.isRunning} onClick={() => void remove.run()}>
              {skins.removeNow}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              {skins.keep}
            </button>
          </div>
        </fieldset>
      ) : (
        <button type="button" aria-label={skins.removeOf(name)} onClick={() => setAsking(true)}>
          {skins.remove}
        </button>
      )}
      {isAsking && remove.error !== null && <ErrorNotice error={remove.error} />}
    </div>
  );
}
