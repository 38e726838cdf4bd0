import { AdminPage } from './admin-page.tsx';
import { loadAdminWords } from './words/index.ts';

/** Loads the texts of the administration, which no other page needs, and returns its page. */
export async function openAdminPage() {
  await loadAdminWords();
  return { AdminPage };
}
