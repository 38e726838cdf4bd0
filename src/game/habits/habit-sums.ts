import { hasMod, type Mods } from '../mods/index.ts';
import type { Play, Press } from '../play/index.ts';
import { binOf, directionCount, playParts, spacingEdges, tempoEdges } from './bins.ts';
import { type MovementAim, type PlayerHit, playerHits } from './player-hits.ts';
import { addSums, type Sums, sumsOf } from './sums.ts';

/** How one play, or many together, were aimed and timed, as sums. A part that a mod plays for the player is null. */
export interface HabitSums {
  /** Null with Autopilot. */
  readonly aim: AimSums | null;
  /** Null with Relax. */
  readonly timing: TimingSums | null;
  /** Null with Relax. */
  readonly keys: { readonly left: KeySums; readonly right: KeySums } | null;
}

/** Offsets of the cursor from the centre of the circle at each hit, in osu! pixels. */
export interface AimSums {
  /** The radius of the circles. */
  readonly radius: Sums;
  readonly x: Sums;
  readonly y: Sums;
  /** Relative to the movement, for hits that have one. */
  readonly movement: MovementSums;
  readonly byDirection: readonly MovementSums[];
  readonly bySpacing: readonly MovementSums[];
}

/** Positive `along` is beyond the centre, positive `across` is to the right of the movement. */
export interface MovementSums {
  readonly along: Sums;
  readonly across: Sums;
}

/** Hit errors in real milliseconds. */
export interface TimingSums {
  readonly all: Sums;
  readonly bySpacing: readonly Sums[];
  readonly byTempo: readonly Sums[];
  readonly overPlay: readonly Sums[];
}

/** The presses of one key, and the errors of its hits in real milliseconds. */
export interface KeySums {
  readonly presses: number;
  readonly errors: Sums;
}

type JudgedPlay = Pick<Play, 'judgements' | 'map' | 'presses'>;

/** Sums up the habits of one play. */
export function habitSumsOf(play: JudgedPlay, mods: Pick<Mods, 'acronyms'>): HabitSums {
  const hits = playerHits(play);
  const isAuto = hasMod(mods, 'AT') || hasMod(mods, 'CN');
  const isAimed = !isAuto && !hasMod(mods, 'AP');
  const isPressed = !isAuto && !hasMod(mods, 'RX');
  return {
    aim: isAimed ? aimSums(hits, play.map.radius) : null,
    timing: isPressed ? timingSums(hits) : null,
    keys: isPressed ? { left: keySums(hits, play.presses, 'left'), right: keySums(hits, play.presses, 'right') } : null,
  };
}

/** The sums over the hits of both. */
export function mergeHabitSums(a: HabitSums, b: HabitSums): HabitSums {
  return {
    aim: mergeOrKeep(a.aim, b.aim, mergeAim),
    timing: mergeOrKeep(a.timing, b.timing, mergeTiming),
    keys: mergeOrKeep(a.keys, b.keys, (x, y) => ({
      left: mergeKey(x.left, y.left),
      right: mergeKey(x.right, y.right),
    })),
  };
}

function aimSums(hits: readonly PlayerHit[], radius: number): AimSums {
  const moved = hits.flatMap(({ movement }) =>
    movement?.aim ? [{ ...movement.aim, distance: movement.distance }] : [],
  );
  return {
    radius: sumsOf(hits.map(() => radius)),
    x: sumsOf(hits.map(({ offset }) => offset.x)),
    y: sumsOf(hits.map(({ offset }) => offset.y)),
    movement: movementSums(moved),
    byDirection: grouped(moved, directionCount, ({ direction }) => direction).map(movementSums),
    bySpacing: grouped(moved, spacingEdges.length, ({ distance }) => binOf(spacingEdges, distance)).map(movementSums),
  };
}

function movementSums(aims: readonly MovementAim[]): MovementSums {
  return { along: sumsOf(aims.map(({ along }) => along)), across: sumsOf(aims.map(({ across }) => across)) };
}

function timingSums(hits: readonly PlayerHit[]): TimingSums {
  const by = (count: number, binOfHit: (hit: PlayerHit) => number | null) =>
    grouped(hits, count, binOfHit).map(errorSums);
  return {
    all: errorSums(hits),
    bySpacing: by(spacingEdges.length, ({ movement }) => movement && binOf(spacingEdges, movement.distance)),
    byTempo: by(tempoEdges.length, ({ tempo }) => tempo && binOf(tempoEdges, tempo)),
    // The last object belongs to the last part.
    overPlay: by(playParts, ({ progress }) => Math.min(playParts - 1, Math.floor(progress * playParts))),
  };
}

function keySums(hits: readonly PlayerHit[], presses: readonly Press[], key: Press['button']): KeySums {
  return {
    presses: presses.filter(({ button }) => button === key).length,
    errors: errorSums(hits.filter(({ button }) => button === key)),
  };
}

function errorSums(hits: readonly PlayerHit[]): Sums {
  return sumsOf(hits.map(({ errorRealMs }) => errorRealMs));
}

/** Splits values into `count` lists; a value without an index is in none. */
function grouped<T>(values: readonly T[], count: number, indexOf: (value: T) => number | null): T[][] {
  const groups: T[][] = Array.from({ length: count }, () => []);
  for (const value of values) {
    const index = indexOf(value);
    if (index !== null) groups[index]?.push(value);
  }
  return groups;
}

function mergeOrKeep<T>(a: T | null, b: T | null, merge: (a: T, b: T) => T): T | null {
  return a === null || b === null ? (a ?? b) : merge(a, b);
}

function mergeAim(a: AimSums, b: AimSums): AimSums {
  return {
    radius: addSums(a.radius, b.radius),
    x: addSums(a.x, b.x),
    y: addSums(a.y, b.y),
    movement: mergeMovement(a.movement, b.movement),
    byDirection: a.byDirection.map((sums, i) => mergeMovement(sums, b.byDirection[i]!)),
    bySpacing: a.bySpacing.map((sums, i) => mergeMovement(sums, b.bySpacing[i]!)),
  };
}

function mergeMovement(a: MovementSums, b: MovementSums): MovementSums {
  return { along: addSums(a.along, b.along), across: addSums(a.across, b.across) };
}

function mergeTiming(a: TimingSums, b: TimingSums): TimingSums {
  const each = (x: readonly Sums[], y: readonly Sums[]) => x.map((sums, i) => addSums(sums, y[i]!));
  return {
    all: addSums(a.all, b.all),
    bySpacing: each(a.bySpacing, b.bySpacing),
    byTempo: each(a.byTempo, b.byTempo),
    overPlay: each(a.overPlay, b.overPlay),
  };
}

function mergeKey(a: KeySums, b: KeySums): KeySums {
  return { presses: a.presses + b.presses, errors: addSums(a.errors, b.errors) };
}
