import type { Words } from './en.ts';

export const de: Words = {
  nav: { submit: 'Neues Video', renders: 'Videos', gallery: 'Skins', api: 'API', skip: 'Zum Inhalt' },
  theme: { label: 'Farben', auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  loading: 'Lädt…',
  retry: 'Noch einmal',
  untitled: 'Ein Replay',
  status: {
    queued: 'Wartet',
    downloading: 'Holt die Beatmap',
    rendering: 'Rendert',
    completed: 'Fertig',
    failed: 'Fehlgeschlagen',
  },
  trouble: { unreachable: 'Der Dienst ist nicht zu erreichen.' },
  submit: {
    title: 'Dein Spiel als Video',
    about: 'Wähle die .osr-Datei eines Replays.',
    choose: 'Replay wählen',
    sending: 'Sendet das Replay',
  },
  renders: { title: 'Videos', none: 'Noch wurde kein Replay gerendert.' },
  gallery: { title: 'Skins' },
};
