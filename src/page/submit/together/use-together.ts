import { useMemo, useState } from 'preact/hooks';
import {
  defaultsOf,
  type LayoutSettings,
  layoutSettingNames,
  type SubmittedSettings,
  settingsTable,
} from '../../../contract/settings/index.ts';
import { maxReplaysOf } from '../../../game/together/index.ts';
import type { Entry } from '../upload-queue.ts';
import { togetherEntries } from './together-entries.ts';

/** Whether the replays become one video, and how it shows them. */
export interface Together {
  /** The replays of one map; null if there are none that one video can show. */
  readonly candidates: readonly Entry[] | null;
  readonly layout: LayoutSettings;
  readonly setLayout: (layout: LayoutSettings) => void;
  /** The replays of the one video; null if each replay has a video of its own. */
  readonly entries: readonly Entry[] | null;
  /** The files of `entries`: the same list while they are the same. */
  readonly files: readonly File[] | null;
  /** Adds the layout to settings, if there is one. */
  readonly withLayout: (options: SubmittedSettings) => SubmittedSettings;
}

/** The visitor's choice between one video of all replays and one of each. */
export function useTogether(all: readonly Entry[]): Together {
  const [chosen, setLayout] = useState<LayoutSettings>(defaultsOf(settingsTable.layout));
  const candidates = togetherEntries(all);
  const fits = chosen.layout !== null && (candidates?.length ?? 0) <= maxReplaysOf(chosen.layout);
  const layout = fits ? chosen : { ...chosen, layout: null };
  const entries = layout.layout === null ? null : candidates;
  const files = useMemo(() => entries?.map(({ file }) => file) ?? null, [entries?.map(({ id }) => id).join()]);
  const changed = layoutSettingNames.filter((name) => layout[name] !== settingsTable.layout[name].default);
  const settings = Object.fromEntries(changed.map((name) => [name, layout[name]]));
  return {
    candidates,
    layout,
    setLayout,
    entries,
    files,
    withLayout: (options) =>
      entries === null ? options : { ...options, settings: { ...options.settings, ...settings } },
  };
}
