import { cssColour } from './colours.ts';
import type { LegendEntry, useReading } from './readings.ts';

interface ChartCaptionProps {
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  readonly reading: Pick<ReturnType<typeof useReading>, 'text' | 'isFocused'>;
}

/** The title of a chart, its legend, and the value that is being read. */
export function ChartCaption({ title, legend, reading: { text, isFocused } }: ChartCaptionProps) {
  return (
    <figcaption>
      <span class="chart-title">{title}</span>
      {legend.map(({ label, colour }) => (
        <span key={label} class="legend">
          <span class="swatch" style={{ background: cssColour(colour) }} aria-hidden="true" />
          {label}
        </span>
      ))}
      {/* All charts over time show their value at the pointer; only the focused one is read aloud. */}
      <output class="reading" aria-live={isFocused ? 'polite' : 'off'}>
        {text}
      </output>
    </figcaption>
  );
}
