import { StudyPage } from './study-page.tsx';
import { loadStudyWords } from './words/index.ts';

/** Loads the texts of the study, which no other page needs, and returns its page. */
export async function openStudyPage() {
  await loadStudyWords();
  return { StudyPage };
}
