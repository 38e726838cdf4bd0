import type { AdminOverview } from '../../contract/index.ts';
import type { AdminData } from './use-admin.ts';

/** What every tab gets. */
export interface TabProps {
  readonly overview: AdminData<AdminOverview>;
}
