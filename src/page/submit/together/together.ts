import {
  type LayoutSettings,
  layoutSettingNames,
  type SubmittedSettings,
  settingsTable,
} from '../../../contract/settings/index.ts';
import { maxReplaysOf } from '../../../game/together/index.ts';
import type { Entry } from '../upload-queue.ts';
import { groupByMap } from './group-by-map.ts';

/** Which replays share a video, and how it shows them. */
export interface Together {
  /** The replays of each map that has several of them. */
  readonly groups: readonly (readonly Entry[])[];
  readonly layout: LayoutSettings;
  /** The replays of the video that shows this one: those of its group, or this one alone. */
  readonly videoOf: (entry: Entry) => readonly Entry[];
  /** Adds the layout to the settings of a video of several replays. */
  readonly withLayout: (options: SubmittedSettings, replays: readonly Entry[]) => SubmittedSettings;
}

/** Applies the visitor's choice between one video of all replays of a map and one of each. */
export function togetherIn(entries: readonly Entry[], chosen: LayoutSettings): Together {
  const groups = groupByMap(entries);
  const largest = Math.max(...groups.map(({ length }) => length));
  const fits = chosen.layout !== null && largest <= maxReplaysOf(chosen.layout);
  const layout = fits ? chosen : { ...chosen, layout: null };
  const changed = layoutSettingNames.filter((name) => layout[name] !== settingsTable.layout[name].default);
  const settings = Object.fromEntries(changed.map((name) => [name, layout[name]]));
  return {
    groups,
    layout,
    videoOf: (entry) => (layout.layout !== null && groups.find((group) => group.includes(entry))) || [entry],
    withLayout: (options, replays) =>
      replays.length === 1 ? options : { ...options, settings: { ...options.settings, ...settings } },
  };
}
