import type { ComponentChildren } from 'preact';
import { words } from '../../words/index.ts';
import { formatDuration, formatStars } from '../../words/numbers.ts';
import type { MapState } from './use-map.ts';

interface MapBannerProps {
  readonly map: MapState;
  /** The title while the map is not known. */
  readonly fallbackTitle: string;
  readonly children?: ComponentChildren;
}

/** Name, stars and length of a map over its background picture. It has the same size while the map is being loaded. */
export function MapBanner({ map, fallbackTitle, children }: MapBannerProps) {
  const found = map.is === 'found' ? map : null;
  const facts = found && [
    found.map.stars !== null && `${formatStars(found.map.stars)} ★`,
    found.map.seconds !== null && formatDuration(found.map.seconds),
    found.map.mapper !== '' && words.submit.mappedBy(found.map.mapper),
  ];
  return (
    <div class="map-banner">
      {found?.cover && <img src={found.cover} alt="" />}
      <h3>{found?.map.name ?? fallbackTitle}</h3>
      {(facts || map.is === 'loading') && (
        <p class="map-facts">{facts?.filter((fact) => fact !== false).join(' · ')}</p>
      )}
      {children}
    </div>
  );
}
