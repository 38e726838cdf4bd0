import { useRemembered } from './remembered.ts';
import type { Route } from './router.ts';
import { isTheme, showTheme, type Theme, themes } from './theme.ts';
import { chooseLanguage, chosenLanguage, type Language, languages, words } from './words/index.ts';

/** The way to every page, on every page. */
export function PageHeader({ page }: { page: Route['page'] }) {
  const { nav } = words;
  const here = (name: Route['page']) => (page === name ? 'page' : undefined);
  return (
    <header class="page-header">
      <a class="skip" href="#content">
        {nav.skip}
      </a>
      <a class="brand" href="/">
        Reprise
      </a>
      <nav>
        <a href="/" aria-current={here('submit')}>
          {nav.submit}
        </a>
        <a href="/renders" aria-current={here('renders')}>
          {nav.list}
        </a>
        <a href="/gallery" aria-current={here('gallery')}>
          {nav.skins}
        </a>
        <a href="/guide" aria-current={here('guide')}>
          {nav.help}
        </a>
      </nav>
      <ThemeChoice />
      <LanguageChoice />
    </header>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useRemembered<Theme>('theme', 'auto', isTheme);
  showTheme(theme);
  return (
    <select
      aria-label={words.theme.label}
      value={theme}
      onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {words.theme[name]}
        </option>
      ))}
    </select>
  );
}

function LanguageChoice() {
  return (
    <select
      aria-label={words.language}
      value={chosenLanguage()}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
    >
      {Object.entries(languages).map(([language, name]) => (
        <option key={language} value={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
