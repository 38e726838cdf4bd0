import { HabitsPage } from './habits-page.tsx';
import { loadHabitsWords } from './words/index.ts';

/** Loads the texts of the study, which no other page needs, and returns its page. */
export async function openHabitsPage() {
  await loadHabitsWords();
  return { HabitsPage };
}
