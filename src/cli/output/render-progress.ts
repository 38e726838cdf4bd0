import type { RenderProgress, RenderResult } from '../../rendering/render/index.ts';
import type { Output } from './output.ts';

/** Reports the progress and the end of a render. */
export interface ProgressReporter {
  note(text: string): void;
  progress(progress: RenderProgress): void;
  done(result: RenderResult, file: string): void;
  failed(message: string, code: string | null): void;
}

/** Reports to programs: one JSON object per line. */
export function jsonReporter({ stdout }: Output): ProgressReporter {
  const writeLine = (event: object) => stdout.write(`${JSON.stringify(event)}\n`);
  return {
    note: (text) => writeLine({ event: 'note', text }),
    progress: (progress) => writeLine({ event: 'progress', ...progress }),
    done: (result, file) => writeLine({ event: 'done', file, ...result }),
    failed: (message, code) => writeLine({ event: 'failed', code, message }),
  };
}

/** Reports to people: one line of the terminal that is overwritten. */
export function terminalReporter({ stdout }: Output): ProgressReporter {
  const clear = '\r\u001b[K';
  return {
    note: (text) => stdout.write(`${clear}${text}\n`),
    progress: (progress) => stdout.write(`${clear}${progressLine(progress)}`),
    done({ map, stars, pp, durationMs, bytes }, file) {
      const rating = stars === null ? '' : ` · ${stars.toFixed(2)}★${pp === null ? '' : ` · ${pp.toFixed(0)} pp`}`;
      stdout.write(`${clear}${map.artist} - ${map.title} [${map.version}]${rating}\n`);
      stdout.write(`${file}: ${clock(durationMs / 1000)}, ${(bytes / 1024 / 1024).toFixed(1)} MiB\n`);
    },
    failed: () => stdout.write(clear),
  };
}

const barCells = 24;

export function progressLine({ stage, frame, frames, framesPerSecond, secondsLeft }: RenderProgress): string {
  if (stage === 'preparing') return 'Reading the files …';
  if (stage === 'finishing') return 'Finishing the video …';
  const fraction = frames === 0 ? 0 : frame / frames;
  const filledCells = Math.round(fraction * barCells);
  const columns = [
    `${'█'.repeat(filledCells)}${'░'.repeat(barCells - filledCells)} ${Math.floor(fraction * 100)}%`,
    `${frame}/${frames} frames`,
  ];
  if (framesPerSecond !== null) columns.push(`${framesPerSecond.toFixed(framesPerSecond < 10 ? 1 : 0)} frames/s`);
  if (secondsLeft !== null) columns.push(`${clock(secondsLeft)} left`);
  return columns.join(' · ');
}

/** As m:ss, rounded up, so that 0:00 means done. */
function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
