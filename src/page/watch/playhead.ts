/** Where a player is, in song time, for everything that moves with it; and the way to send it elsewhere. */
export interface Playhead {
  readonly now: number;
  /** Whether a player has been somewhere yet; the next one goes on from there. */
  readonly wasMoved: boolean;
  /** Told by the player, many times a second. */
  moveTo(t: number): void;
  /** Answers the way to stop listening. */
  onMove(react: (t: number) => void): () => void;
  /** Asks the player to go somewhere. */
  seek(t: number): void;
  onSeek(react: (t: number) => void): () => void;
}

export function createPlayhead(): Playhead {
  const movers = new Set<(t: number) => void>();
  const seekers = new Set<(t: number) => void>();
  let now = 0;
  let wasMoved = false;
  const subscribe = (set: Set<(t: number) => void>) => (react: (t: number) => void) => {
    set.add(react);
    return () => {
      set.delete(react);
    };
  };
  return {
    get now() {
      return now;
    },
    get wasMoved() {
      return wasMoved;
    },
    moveTo(t) {
      now = t;
      wasMoved = true;
      for (const react of movers) react(t);
    },
    seek(t) {
      for (const react of seekers) react(t);
    },
    onMove: subscribe(movers),
    onSeek: subscribe(seekers),
  };
}
