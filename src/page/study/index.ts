import { Study } from './study.tsx';
import { loadStudyWords } from './words/index.ts';

/** Loads the texts of the analysis, which no other part of the page needs, and returns the analysis. */
export async function openStudy() {
  await loadStudyWords();
  return { Study };
}
