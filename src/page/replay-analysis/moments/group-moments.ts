import type { Moment, MomentKind, Period } from '../../../game/moments/index.ts';

/** The moments of one kind, in the order of the song. */
export interface MomentGroup {
  readonly kind: MomentKind;
  readonly periods: readonly Period[];
}

/** The moments by kind, in the order in which the kinds first appear. */
export function groupMoments(moments: readonly Moment[]): MomentGroup[] {
  const kinds = [...new Set(moments.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    kind,
    periods: moments.filter((moment) => moment.kind === kind).map(({ start, end }) => ({ start, end })),
  }));
}
