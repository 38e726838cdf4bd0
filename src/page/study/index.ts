import { loadAnalysisWords } from '../replay-analysis/words/index.ts';
import { StudyPage } from './study-page.tsx';
import { loadStudyWords } from './words/index.ts';

/** Loads the texts of the study, which no other page needs, and returns its page. */
export async function openStudyPage() {
  await Promise.all([loadStudyWords(), loadAnalysisWords()]);
  return { StudyPage };
}
