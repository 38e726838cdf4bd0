import { useEffect } from 'preact/hooks';
import { LazyPart } from '../../components/lazy-part.tsx';
import { linkTo } from '../../link-to.ts';
import { FindReplays } from '../../submit/start/find-replays.tsx';
import { currentLanguage, words } from '../../words/index.ts';
import type { HelpTopic, PlayerHelp } from './help-topic.ts';
import { commonFailures, loadPlayerHelp } from './player-help.ts';

/** The help for players. */
export function PlayersPage() {
  return (
    <LazyPart load={() => loadPlayerHelp(currentLanguage())} fallback={<p class="muted">{words.loading}</p>}>
      {(help) => <Topics help={help} />}
    </LazyPart>
  );
}

function Topics({ help }: { help: PlayerHelp }) {
  useEffect(() => {
    // The browser looked for the anchor before the help was loaded.
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const topics = [
    { id: 'replay', title: words.submit.find.title },
    ...help.topics,
    { id: 'errors', title: help.failuresTitle },
  ];
  return (
    <article class="document players-help">
      <h1>{words.help.title}</h1>
      <ul class="topic-links">
        {topics.map(({ id, title }) => (
          <li key={id}>
            <a class="button" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <div id="replay">
        <FindReplays />
      </div>
      {help.topics.map((topic) => (
        <Topic key={topic.id} topic={topic} />
      ))}
      <h2 id="errors">{help.failuresTitle}</h2>
      <dl class="failures">
        {commonFailures.map((code) => {
          const [message, advice] = words.failures[code];
          return (
            <div key={code} class="card">
              <dt>{message}</dt>
              <dd class="muted">{advice.replace('{seconds}', '60')}</dd>
            </div>
          );
        })}
      </dl>
    </article>
  );
}

function Topic({ topic: { id, title, paragraphs, steps, link } }: { topic: HelpTopic }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {steps && (
        <ul>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      {link && (
        <p>
          <a href={linkTo(link.path)}>{link.text}</a>
        </p>
      )}
    </section>
  );
}
