import type { LayoutSettings } from '../../../contract/settings/index.ts';

/** Null: one video of each replay. */
export type Layout = LayoutSettings['layout'];

/** A small drawing of a layout, 64 by 36. */
export function LayoutPicture({ layout }: { layout: Layout }) {
  return (
    <svg class="layout-picture" viewBox="0 0 64 36" aria-hidden="true">
      {drawingOf(layout)}
    </svg>
  );
}

/** As in a video, whatever the theme of the page. */
const frameLook = { fill: '#16131f', stroke: '#3b3550', 'stroke-width': 0.6, rx: 2 };
const circleLook = { fill: 'none', stroke: '#fff', 'stroke-width': 1.2 };
/** The colours of three players. */
const colours = ['#ff6b81', '#4fb3ff', '#ffd166'] as const;

function drawingOf(layout: Layout) {
  if (layout === null) return <Pictures places={eachPlaces} />;
  if (layout === 'ghosts') return <Ghosts />;
  if (layout === 'knockout') return <Knockout />;
  return <Pictures places={splitPlaces} />;
}

/** Left, top, width and height of pictures. */
type Place = readonly [x: number, y: number, width: number, height: number];
const eachPlaces: readonly Place[] = [
  [4, 2, 40, 20],
  [12, 8, 40, 20],
  [20, 14, 40, 20],
];
const splitPlaces: readonly Place[] = [
  [2, 2, 29.5, 15.5],
  [32.5, 2, 29.5, 15.5],
  [2, 18.5, 29.5, 15.5],
  [32.5, 18.5, 29.5, 15.5],
];

/** Whole pictures, each with a circle and a cursor. */
function Pictures({ places }: { places: readonly Place[] }) {
  return (
    <>
      {places.map(([x, y, width, height], i) => (
        <g key={`${x} ${y}`}>
          <rect {...frameLook} {...{ x, y, width, height }} />
          <circle {...circleLook} cx={x + width * 0.35} cy={y + height * 0.5} r={height * 0.2} />
          <circle cx={x + width * 0.65} cy={y + height * 0.45} r={1.8} fill={colours[i % colours.length]} />
        </g>
      ))}
    </>
  );
}

/** One picture with several cursors and their trails. */
function Ghosts() {
  const trails = ['M10 27 Q20 8 33 15', 'M8 18 Q20 30 36 22', 'M16 8 Q26 10 38 18'];
  return (
    <>
      <rect {...frameLook} x={2} y={2} width={60} height={32} />
      <circle {...circleLook} cx={36} cy={18} r={6} />
      {trails.map((path, i) => (
        <path
          key={path}
          d={path}
          fill="none"
          stroke={colours[i]}
          stroke-width={1.6}
          stroke-linecap="round"
          opacity={0.7}
        />
      ))}
      {[
        [33, 15],
        [36, 22],
        [38, 18],
      ].map(([cx, cy], i) => (
        <circle key={cx} cx={cx} cy={cy} r={2} fill={colours[i]} />
      ))}
      <Rows places={[0, 1, 2]} />
    </>
  );
}

/** One picture, in whose list a player has dropped out. */
function Knockout() {
  return (
    <>
      <rect {...frameLook} x={2} y={2} width={60} height={32} />
      <circle {...circleLook} cx={26} cy={18} r={6} />
      <circle cx={30} cy={15} r={2} fill={colours[0]} />
      <circle cx={24} cy={22} r={2} fill={colours[1]} />
      <path d="M12 8 l5 5 m0 -5 l-5 5" stroke={colours[2]} stroke-width={1.6} stroke-linecap="round" />
      <Rows places={[0, 1]} />
    </>
  );
}

/** The list of players at the right. */
function Rows({ places }: { places: readonly number[] }) {
  return (
    <>
      {places.map((place) => (
        <rect key={place} x={47} y={8 + place * 6} width={11 - place * 2} height={3} rx={1} fill={colours[place]} />
      ))}
    </>
  );
}
