import { useCallback, useState } from 'preact/hooks';
import { defaultRenderSettings } from '../../contract/plain/index.ts';
import { useLoaded } from '../loaded.ts';
import { useRemembered } from '../remembered.ts';
import { goTo } from '../router.ts';
import { FailedCall } from '../service/failed-call.ts';
import { words } from '../words/index.ts';
import { useDroppedFiles } from './dropped-files.ts';
import { isOptions, type Options } from './options.ts';
import { OptionsForm } from './options-form.tsx';
import { type Entry, useQueue } from './queue.ts';
import { submitReplay } from './render-form.ts';
import { ReplayCard } from './replay-card.tsx';

/** Replays in, videos out: choose files, look at what they are, send them. */
export function Submit() {
  const { submit } = words;
  const [options, setOptions] = useRemembered<Options>('options', defaultRenderSettings, isOptions);
  const [beatmap, setBeatmap] = useState<File | null>(null);
  const { entries, add, change, remove } = useQueue();

  const take = useCallback(
    (files: readonly File[]) => {
      const map = files.find(({ name }) => /\.osz$/i.test(name));
      if (map) setBeatmap(map);
      add(files.filter((file) => file !== map));
    },
    [add],
  );
  const held = useDroppedFiles(take);
  const [wantsDemo, setWantsDemo] = useState(false);
  const Demo = useLoaded(wantsDemo, () => import('../player/demo.tsx').then((module) => module.Demo));
  const ready = entries.filter(({ state }) => state.is === 'ready');

  async function send({ id, file }: Entry): Promise<string | null> {
    change(id, { state: { is: 'sending', sent: 0 } });
    try {
      const onProgress = (sent: number) => change(id, { state: { is: 'sending', sent } });
      const job = await submitReplay({ replay: file, beatmap, options }, { onProgress });
      change(id, { state: { is: 'sent', job } });
      return job;
    } catch (error) {
      // What the file itself is at fault for does not get better by sending it again.
      const canRetry = !(error instanceof FailedCall) || ![413, 415].includes(error.status);
      change(id, { state: { is: 'refused', error, canRetry } });
      return null;
    }
  }

  async function sendAll() {
    // One after the other: the service takes two jobs of a person at a time and says so.
    for (const entry of ready) {
      const job = await send(entry);
      if (job !== null && entries.length === 1) goTo(`/view/${job}`);
    }
  }

  return (
    <div class={`submit ${held ? 'held' : ''}`}>
      <section class="hero">
        <h1>{submit.title}</h1>
        <p class="quiet">{submit.about}</p>
        <label class="drop-zone">
          <span class="drop-zone-title">{held ? submit.letGo : submit.drop}</span>
          <span class="button primary">{submit.choose}</span>
          <input
            type="file"
            multiple
            accept=".osr,.osz"
            class="hidden-input"
            onChange={({ currentTarget }) => {
              take([...(currentTarget.files ?? [])]);
              // The same file chosen again is a change as well.
              currentTarget.value = '';
            }}
          />
        </label>
        {entries.length === 0 && !wantsDemo && (
          <p>
            <button type="button" onClick={() => setWantsDemo(true)}>
              {submit.demo}
            </button>
          </p>
        )}
      </section>
      {Demo && entries.length === 0 && <Demo />}
      {entries.length > 0 && (
        <div class="columns">
          <section aria-label={submit.chosen}>
            <ul class="replays">
              {entries.map((entry) => (
                <ReplayCard
                  key={entry.id}
                  entry={entry}
                  onRemove={() => remove(entry.id)}
                  onRetry={() => void send(entry)}
                />
              ))}
            </ul>
            {beatmap && (
              <p class="row">
                <span>{submit.beatmap(beatmap.name)}</span>
                <button
                  type="button"
                  class="small"
                  onClick={() => setBeatmap(null)}
                  aria-label={submit.remove(beatmap.name)}
                >
                  ✕
                </button>
              </p>
            )}
            <button type="button" class="primary wide" disabled={ready.length === 0} onClick={() => void sendAll()}>
              {submit.send(ready.length)}
            </button>
          </section>
          <OptionsForm options={options} onChange={setOptions} />
        </div>
      )}
    </div>
  );
}
