import type { Millis } from '../../../game/units.ts';

/** Groups digits by three, independent of the locale. */
export function groupDigits(score: number): string {
  return String(score).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A time of the song as m:ss. */
export function formatTime(time: Millis): string {
  const seconds = Math.max(0, Math.floor(time / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A place as it is spoken: 1st, 2nd, 3rd, 11th. */
export function formatPlace(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
