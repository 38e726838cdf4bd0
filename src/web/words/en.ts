/** Everything the page says, in English; the other languages have the same keys. */
export const en = {
  nav: { submit: 'New video', renders: 'Videos', gallery: 'Skins', api: 'API', skip: 'Skip to content' },
  theme: { label: 'Colours', auto: 'As the device', light: 'Light', dark: 'Dark' },
  language: 'Language',
  loading: 'Loading…',
  retry: 'Try again',
  untitled: 'A replay',
  status: {
    queued: 'Waiting for its turn',
    downloading: 'Fetching the beatmap',
    rendering: 'Rendering',
    completed: 'Done',
    failed: 'Failed',
  },
  trouble: { unreachable: 'The service cannot be reached.' },
  submit: {
    title: 'Your play as a video',
    about: 'Choose the .osr file of a replay.',
    choose: 'Choose a replay',
    sending: 'Sending the replay',
  },
  renders: { title: 'Videos', none: 'No replay has been rendered yet.' },
  gallery: { title: 'Skins' },
};

export type Words = typeof en;
