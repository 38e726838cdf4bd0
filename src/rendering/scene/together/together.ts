import type { Knockout, LiveOrder, OrderBy, PlayerTrack } from '../../../game/together/index.ts';

/** Several plays in one picture. */
export interface Together {
  /**
   * `ghosts`: every cursor on the playfield of one play. `knockout`: the same, but players drop out. `scoreboard`: the
   * other players are only rows beside the play.
   */
  readonly layout: 'ghosts' | 'knockout' | 'scoreboard';
  /** In the order in which they were given. Their frames are mirrored as the shown play is. */
  readonly tracks: readonly PlayerTrack[];
  /** The index of the play whose objects and HUD are drawn. */
  readonly shown: number;
  readonly knockout: Knockout | null;
  readonly order: LiveOrder;
  readonly orderBy: OrderBy;
  /** Whether the list of the players is drawn. */
  readonly hasStandings: boolean;
}

/** Whether the picture belongs to all players rather than to one of them. */
export function isShared(together: Together | undefined): together is Together {
  return together !== undefined && together.layout !== 'scoreboard';
}
