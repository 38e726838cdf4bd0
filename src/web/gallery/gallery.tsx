import { useAnswer } from '../service/use-answer.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';

export function Gallery() {
  const answer = useAnswer<{ skins: string[] }>('/v1/skins');
  return (
    <>
      <h1>{words.gallery.title}</h1>
      {answer.state === 'loading' && <p class="quiet">{words.loading}</p>}
      {answer.state === 'failed' && <Trouble error={answer.error} onRetry={answer.reload} />}
      {answer.state === 'there' && (
        <ul class="cards">
          {answer.value.skins.map((name) => (
            <li key={name} class="card">
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
