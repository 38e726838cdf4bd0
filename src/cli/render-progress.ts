import type { RenderProgress, RenderResult } from '../rendering/render/index.ts';
import type { Output } from './output.ts';

/** Tells whoever watches how a render goes. */
export interface Watcher {
  note(text: string): void;
  progress(progress: RenderProgress): void;
  done(result: RenderResult, file: string): void;
  failed(message: string, code: string | null): void;
}

/** For programs: one JSON object a line. */
export function jsonWatcher({ stdout }: Output): Watcher {
  const line = (event: object) => stdout.write(`${JSON.stringify(event)}\n`);
  return {
    note: (text) => line({ event: 'note', text }),
    progress: (progress) => line({ event: 'progress', ...progress }),
    done: (result, file) => line({ event: 'done', file, ...result }),
    failed: (message, code) => line({ event: 'failed', code, message }),
  };
}

/** For people: one line of the terminal that is written over and over. */
export function terminalWatcher({ stdout }: Output): Watcher {
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
  if (stage === 'finishing') return 'Finishing the file …';
  const share = frames === 0 ? 0 : frame / frames;
  const full = Math.round(share * barCells);
  const parts = [
    `${'█'.repeat(full)}${'░'.repeat(barCells - full)} ${Math.floor(share * 100)}%`,
    `${frame}/${frames} frames`,
    ...(framesPerSecond === null ? [] : [`${framesPerSecond.toFixed(framesPerSecond < 10 ? 1 : 0)} frames/s`]),
    ...(secondsLeft === null ? [] : [`${clock(secondsLeft)} left`]),
  ];
  return parts.join(' · ');
}

/** As m:ss, rounded up: nothing is left only when nothing is. */
function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
