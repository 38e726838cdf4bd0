import { ReplayAnalysis } from './replay-analysis.tsx';
import { loadAnalysisWords } from './words/index.ts';

/** Loads the texts of the analysis, which no other part of the page needs, and returns the analysis. */
export async function openReplayAnalysis() {
  await loadAnalysisWords();
  return { ReplayAnalysis };
}
