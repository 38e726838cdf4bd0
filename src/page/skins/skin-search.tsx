import { words } from '../words/index.ts';

/** The field that searches skins by name. */
export function SkinSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { skins } = words;
  return (
    <input
      type="search"
      placeholder={skins.search}
      aria-label={skins.search}
      value={search}
      onInput={({ currentTarget }) => onSearch(currentTarget.value)}
    />
  );
}
