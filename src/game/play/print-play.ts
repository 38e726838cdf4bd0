import type { Judgement, Play } from './play.ts';

/** Prints the judgements as text, one per line, for people and for tests. */
export function printPlay(play: Play): string {
  const lines = play.judgements.map((judgement, i) => `${describe(judgement)}  ${totalsOf(play, i)}`);
  const { n300, n100, n50, misses, maxCombo, score, accuracy } = play.result;
  lines.push(`= ${n300}/${n100}/${n50}/${misses}  max ${maxCombo}x  ${score}  ${(accuracy * 100).toFixed(2)}%`);
  if (play.failedAt !== null) lines.push(`failed at ${play.failedAt}`);
  return `${lines.join('\n')}\n`;
}

function describe({ time, object, part, result, hitError }: Judgement): string {
  const error = hitError === null ? '' : ` ${hitError > 0 ? '+' : ''}${hitError}`;
  return `${String(time).padStart(8)}  #${object} ${part} ${result}${error}`.padEnd(42);
}

const comboEndLabels = ['', '  mu', '  katu', '  geki'];

function totalsOf({ totals }: Play, i: number): string {
  return `${totals.combo[i]}x  ${totals.score[i]}${comboEndLabels[totals.comboEnd[i] ?? 0]}`;
}
