import { useDraft } from '../hooks/use-draft.ts';
import { words } from '../words/index.ts';
import { countFilters, type GradeFilter, gradeFilters, type ListFilter, modFilters, starsOf } from './list-filter.ts';

interface ListFiltersProps {
  readonly filter: ListFilter;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** The filters by mods, grade and stars. */
export function ListFilters({ filter, onChange }: ListFiltersProps) {
  const { list: texts, stats } = words;
  const { mods, grades, minStars, maxStars } = filter;
  return (
    <div class="list-filters">
      <Choices
        label={stats.mods}
        options={modFilters}
        chosen={mods}
        describe={(mod) => (mod === 'NM' ? texts.noMods : mod)}
        onChange={(next) => onChange({ mods: next.join() })}
      />
      <Choices
        label={stats.grade}
        options={Object.keys(gradeFilters) as GradeFilter[]}
        chosen={grades}
        onChange={(next) => onChange({ grade: next.join() })}
      />
      <fieldset>
        <legend>{stats.stars}</legend>
        <div class="row">
          <Stars label={texts.minStars} value={minStars} onChange={(min_stars) => onChange({ min_stars })} />
          <Stars label={texts.maxStars} value={maxStars} onChange={(max_stars) => onChange({ max_stars })} />
        </div>
      </fieldset>
      {countFilters(filter) > 0 && (
        <button
          type="button"
          class="small"
          onClick={() => onChange({ mods: '', grade: '', min_stars: '', max_stars: '' })}
        >
          {texts.resetFilters}
        </button>
      )}
    </div>
  );
}

interface ChoicesProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: readonly string[];
  readonly describe?: (option: T) => string;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Buttons of which any number can be pressed. */
function Choices<T extends string>({ label, options, chosen, describe, onChange }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="row choices">
        {options.map((option) => {
          const isChosen = chosen.includes(option);
          const others = chosen.filter((other) => other !== option);
          return (
            <button
              key={option}
              type="button"
              class="small"
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? others : [...others, option])}
            >
              {describe?.(option) ?? option}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

function Stars({ label, value, onChange }: { label: string; value: string; onChange: (stars: string) => void }) {
  const { draft, onInput } = useDraft(value);
  return (
    <label class="stars-field">
      <span>{label}</span>
      <input
        type="number"
        min={0}
        max={20}
        step={0.5}
        value={draft}
        onInput={onInput}
        onChange={({ currentTarget }) => onChange(starsOf(currentTarget.value))}
      />
    </label>
  );
}
