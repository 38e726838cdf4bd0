import analysisUrl from 'build-output/demo-pictures/assets/demo-pictures/analysis.svg?url';
import settingsUrl from 'build-output/demo-pictures/assets/demo-pictures/settings.webp?url';
import videoUrl from 'build-output/demo-pictures/assets/demo-pictures/video.webp?url';
import { words } from '../../words/index.ts';

const pictures = { video: videoUrl, settings: settingsUrl, analysis: analysisUrl };

/** What a visitor gets for a replay, in three pictures. */
export function WhatYouGet() {
  const { submit } = words;
  return (
    <section aria-labelledby="get-title">
      <h2 id="get-title">{submit.get.title}</h2>
      <ul class="cards">
        {(Object.keys(pictures) as (keyof typeof pictures)[]).map((name) => {
          const [title, about] = submit.get[name];
          return (
            <li key={name} class="card picture-card">
              <img src={pictures[name]} alt="" loading="lazy" decoding="async" width={480} height={270} />
              <h3>{title}</h3>
              <p class="muted">{about}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
