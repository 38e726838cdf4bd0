import { linkTo } from '../link-to.ts';
import type { Route } from '../router.ts';
import { useStoredPreference } from '../stored-preference.ts';
import { applyTheme, isTheme, type Theme, themes } from '../theme.ts';
import { currentLanguage, type Language, languages, setLanguage, words } from '../words/index.ts';

/** Navigation, theme and language, on every page. */
export function PageHeader({ page }: { page: Route['page'] }) {
  const { nav } = words;
  const currentIf = (name: Route['page']) => (page === name ? 'page' : undefined);
  return (
    <header class="page-header">
      <a class="skip" href="#content">
        {nav.skip}
      </a>
      <a class="brand" href={linkTo('/')}>
        Reprise
      </a>
      <nav aria-label={nav.label}>
        <a href={linkTo('/')} aria-current={currentIf('submit')}>
          {nav.submit}
        </a>
        <a href={linkTo('/renders')} aria-current={currentIf('list')}>
          {nav.list}
        </a>
        <a href={linkTo('/study')} aria-current={currentIf('study')}>
          {nav.study}
        </a>
        <a href={linkTo('/gallery')} aria-current={currentIf('skins')}>
          {nav.skins}
        </a>
        <a href={linkTo('/guide')} aria-current={currentIf('help')}>
          {nav.help}
        </a>
      </nav>
      <ThemeSelect />
      <LanguageSelect />
    </header>
  );
}

function ThemeSelect() {
  const [theme, setTheme] = useStoredPreference<Theme>('theme', 'auto', isTheme);
  applyTheme(theme);
  return (
    <span class="theme">
      {/* Without it, “System” could be anything. */}
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path fill-rule="evenodd" d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 2a7 7 0 0 1 0 14z" />
      </svg>
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
    </span>
  );
}

function LanguageSelect() {
  return (
    <select
      aria-label={words.language}
      value={currentLanguage()}
      onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
    >
      {Object.entries(languages).map(([language, name]) => (
        <option key={language} value={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
