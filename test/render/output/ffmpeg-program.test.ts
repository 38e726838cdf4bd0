import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { openVideo } from '../../../src/rendering/video/index.ts';
import { videoContract } from '../../../src/rendering/video/video.contract.ts';

const ffmpegPath = process.env.FFMPEG_PATH ?? 'ffmpeg';

describe('a video encoded by an ffmpeg program', () => {
  if (exists(ffmpegPath)) {
    videoContract((settings, options) => openVideo(settings, { ...options, engine: 'ffmpeg', ffmpegPath }));
  } else {
    test('is tested only if ffmpeg is in PATH or at FFMPEG_PATH', () => {
      console.log('There is no ffmpeg in PATH or at FFMPEG_PATH: its engine is tested with substitutes only.');
      expect(process.env.CI, 'CI must run all tests').not.toBe('true');
    });
  }
});

function exists(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
