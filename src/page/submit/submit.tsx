import { useState } from 'preact/hooks';
import { useLoaded } from '../loaded.ts';
import { useRemembered } from '../remembered.ts';
import { goTo } from '../router.ts';
import { words } from '../words/index.ts';
import { useDroppedFiles } from './dropped-files.ts';
import { GivenSets } from './given-sets.tsx';
import { defaultOptions, isOptions, type Options } from './options.ts';
import { OptionsForm } from './options-form.tsx';
import { Preview, type Watched, watchedOf } from './preview.tsx';
import type { Queue } from './queue.ts';
import { ReplayCard } from './replay-card.tsx';

/** Replays in, videos out: choose files, look at what they are, send them. */
export function Submit({ queue }: { queue: Queue }) {
  const { submit } = words;
  const { entries, sets, add, remove, removeSet, send } = queue;
  const [options, setOptions] = useRemembered<Options>('options', defaultOptions, isOptions);
  const held = useDroppedFiles(add);
  const [watched, setWatched] = useState<Watched>(null);
  const shown = watchedOf(entries, watched, sets);
  const ready = entries.filter(({ state }) => state.is === 'ready');
  const isReading = sets.some(({ maps }) => maps === null);
  const isSending = entries.some(({ state }) => state.is === 'sending' || state.is === 'waiting');

  async function sendAll() {
    // One after the other: the service takes two jobs of a person at a time, and what has no room yet waits for it.
    for (const entry of ready) {
      const job = await send(entry, { options });
      if (job !== null && entries.length === 1) goTo(`/view/${job}`);
    }
  }

  async function renderDemo(replay: File, map: File) {
    const [entry] = add([replay]);
    const job = entry ? await send(entry, { options, beatmap: map }) : null;
    if (job !== null) goTo(`/view/${job}`);
  }

  return (
    <div class={`submit ${held ? 'held' : ''} ${entries.length > 0 ? 'begun' : ''}`}>
      <section class="hero">
        <h1>{submit.title}</h1>
        <p class="quiet">{submit.about}</p>
        <label class="drop-zone">
          <span class="drop-zone-title">{held ? submit.dropNow : submit.drop}</span>
          <span class={entries.length > 0 ? 'button' : 'button primary'}>{submit.choose}</span>
          <input
            type="file"
            multiple
            accept=".osr,.osz"
            class="hidden-input"
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])]);
              // The same file chosen again is a change as well.
              currentTarget.value = '';
            }}
          />
        </label>
      </section>
      {shown && (
        <Preview
          key={shown.id}
          entry={shown}
          sets={sets}
          options={options}
          onSkin={(skin) => setOptions({ ...options, skin })}
          onClose={() => setWatched('none')}
        />
      )}
      {entries.length === 0 && <GivenSets sets={sets} entries={entries} onRemove={removeSet} />}
      {entries.length === 0 ? (
        <Demonstration onRender={renderDemo} />
      ) : (
        <div class="columns">
          <section class="chosen" aria-label={submit.selected}>
            <ul class="replays">
              {entries.map((entry) => (
                <ReplayCard
                  key={entry.id}
                  entry={entry}
                  sets={sets}
                  onRemove={() => remove(entry.id)}
                  onRetry={() => void send(entry, { options })}
                  onWatch={entry.id === shown?.id ? null : () => setWatched(entry.id)}
                />
              ))}
            </ul>
            <GivenSets sets={sets} entries={entries} onRemove={removeSet} />
            <button
              type="button"
              class="primary wide"
              disabled={ready.length === 0 || isSending || isReading}
              onClick={() => void sendAll()}
            >
              {submit.send(ready.length)}
            </button>
          </section>
          <OptionsForm options={options} onChange={setOptions} />
        </div>
      )}
    </div>
  );
}

/** For a first visit: one click plays our own replay live, a second makes a video of it. */
function Demonstration({ onRender }: { onRender: (replay: File, map: File) => void }) {
  const { submit } = words;
  const [isWanted, setWanted] = useState(false);
  const demo = useLoaded(isWanted, () => import('../player/demo.tsx'));
  if (!isWanted) {
    return (
      <p class="demonstration">
        <button type="button" onClick={() => setWanted(true)}>
          {submit.demo}
        </button>
      </p>
    );
  }
  if (demo === null) return <div class="screen" aria-busy="true" />;
  return (
    <div class="demonstration">
      <demo.Demo />
      <button
        type="button"
        class="primary"
        onClick={async () => {
          const { replay, beatmap } = await demo.fetchDemo();
          onRender(new File([replay.slice()], 'demo.osr'), new File([beatmap.slice()], 'demo.osz'));
        }}
      >
        {submit.renderDemo}
      </button>
    </div>
  );
}
