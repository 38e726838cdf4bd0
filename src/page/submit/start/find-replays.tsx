import { linkTo } from '../../link-to.ts';
import { words } from '../../words/index.ts';

/** Where players find their replays. */
export function FindReplays() {
  const { find } = words.submit;
  return (
    <section aria-labelledby="find-title">
      <h2 id="find-title">{find.title}</h2>
      <ul class="cards find-replays">
        {Object.values(find.places).map(([name, ...steps]) => (
          <li key={name} class="card">
            <h3>{name}</h3>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      <p>
        <a href={linkTo('/guide')}>{find.more}</a>
      </p>
    </section>
  );
}
