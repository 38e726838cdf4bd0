import type { Cause } from '../../../game/mistakes/index.ts';
import { analysisWords } from '../words/index.ts';
import { costText } from './causes-picture.ts';
import type { CauseTotal } from './order.ts';

interface CauseBarsProps {
  readonly totals: readonly CauseTotal[];
  /** Null: all causes. */
  readonly selected: Cause | null;
  readonly onSelect: (cause: Cause | null) => void;
}

/** What each cause costs. A bar shows only the mistakes with its cause, and all of them when it is selected again. */
export function CauseBars({ totals, selected, onSelect }: CauseBarsProps) {
  return (
    <fieldset class="cause-bars" aria-label={analysisWords.mistakes.filter}>
      {totals.map(({ cause, count, share, ...cost }) => (
        <button
          key={cause}
          type="button"
          aria-pressed={cause === selected}
          onClick={() => onSelect(cause === selected ? null : cause)}
        >
          <span class="cause-name">{analysisWords.mistakes.causes[cause]}</span>
          <span class="cause-count">{analysisWords.mistakes.count(count)}</span>
          <span class="cause-cost">{costText(cost)}</span>
          <span class="cause-bar" style={{ '--share': share }} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
