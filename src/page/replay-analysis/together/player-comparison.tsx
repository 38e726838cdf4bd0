import { useMemo, useState } from 'preact/hooks';
import type { Analytics } from '../../../contract/index.ts';
import type { Playhead } from '../../player/playhead.ts';
import type { ShownPart } from '../../shown-part.ts';
import { words } from '../../words/index.ts';
import { formatDecimal } from '../../words/numbers.ts';
import { TimeChart } from '../time-chart.tsx';
import { compareChartsOf, lineColourOf } from './compare-charts.ts';
import { type ComparedPlayer, comparedPlayersOf, type SectionResult, sectionsOf } from './compare-data.ts';

/** More lines than this cannot be told apart. */
const maxShown = 8;

interface PlayerComparisonProps {
  readonly analytics: Analytics;
  readonly part: ShownPart;
  readonly playhead: Playhead;
}

/** The charts of several players over each other, and a table of who was better where. */
export function PlayerComparison({ analytics, part, playhead }: PlayerComparisonProps) {
  const { together } = words;
  const players = useMemo(() => comparedPlayersOf(analytics, part), [analytics, part]);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(() => new Set(players.slice(maxShown).map((p) => p.index)));
  const shown = useMemo(() => players.filter(({ index }) => !hidden.has(index)), [players, hidden]);
  const charts = useMemo(() => compareChartsOf(shown), [shown]);
  const [first] = players;
  if (first === undefined) return null;

  function toggle(index: number) {
    const next = new Set(hidden);
    if (!next.delete(index)) next.add(index);
    setHidden(next);
  }

  return (
    <section class="replay-analysis comparison" aria-label={together.comparison}>
      <h2>{together.comparison}</h2>
      <fieldset class="row compared-players" aria-label={together.shownPlayers}>
        {players.map((player) => {
          const isShown = !hidden.has(player.index);
          return (
            <label key={player.index} class="compared-player">
              <input
                type="checkbox"
                checked={isShown}
                disabled={isShown ? shown.length === 1 : shown.length >= maxShown}
                onChange={() => toggle(player.index)}
              />
              <span class="swatch" style={{ background: lineColourOf(player) }} aria-hidden="true" />
              {player.name}
            </label>
          );
        })}
      </fieldset>
      {charts.map((chart) => (
        <TimeChart key={chart.title} chart={chart} data={first.data} playhead={playhead} />
      ))}
      <SectionTable players={shown} playhead={playhead} />
    </section>
  );
}

/** Who was better where: a row for each part of the map, the best result of each row in bold. */
function SectionTable({ players, playhead }: { players: readonly ComparedPlayer[]; playhead: Playhead }) {
  const { together } = words;
  const sections = useMemo(() => sectionsOf(players), [players]);
  const [first] = players;
  if (first === undefined) return null;
  const { timeText } = first.data;
  return (
    <>
      <h3>{together.sections}</h3>
      <p class="muted">{together.aboutSections}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls needs the keyboard. */}
      <section class="table-scroll" tabIndex={0} aria-label={together.sections}>
        <table class="sections">
          <thead>
            <tr>
              <th scope="col">{together.time}</th>
              {players.map((player) => (
                <th key={player.index} scope="col">
                  <span class="swatch" style={{ background: lineColourOf(player) }} aria-hidden="true" />
                  {player.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sections.map(({ start, end, results, best }) => (
              <tr key={start}>
                <th scope="row">
                  <button type="button" class="plain" onClick={() => playhead.seek(start)}>
                    {`${timeText(start)} – ${timeText(end)}`}
                  </button>
                </th>
                {results.map((result, i) => (
                  <td key={players[i]?.index} class={best.includes(i) ? 'best' : ''}>
                    {resultText(result)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{together.sectionsWon}</th>
              {players.map((player, i) => (
                <td key={player.index}>{sections.filter(({ best }) => best.includes(i)).length}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  );
}

function resultText({ accuracy, misses, unstableRate }: SectionResult): string {
  if (accuracy === null) return '—';
  return [
    `${formatDecimal(accuracy, 2)}%`,
    ...(unstableRate === null ? [] : [`${formatDecimal(unstableRate, 0)} UR`]),
    ...(misses === 0 ? [] : [words.list.misses(misses)]),
  ].join(' · ');
}
