import type { Config } from '../../config.ts';
import { Failure } from '../../failure.ts';
import { findDanser } from '../wiring/find-danser.ts';

const variables = { encoder: 'RENDER_ENCODER', ffmpegPath: 'FFMPEG_PATH' } as const;

/**
 * Finds the settings of renders that this machine cannot use. A process that does not render needs none of them: the API and
 * the workers may share one configuration.
 */
export async function findRenderingProblems(
  config: Pick<Config, 'renderWorkers' | 'renderer' | 'encoding'>,
): Promise<string[]> {
  const { renderWorkers, renderer, encoding } = config;
  if (renderWorkers === 0) return [];
  if (renderer.kind === 'danser') return findDanserProblems(renderer);
  // Loaded here: a process that does not render needs no encoder.
  const { findEncodingProblems } = await import('../../rendering/render/index.ts');
  const problems = await findEncodingProblems(encoding);
  return problems.map(({ setting, message }) => `${variables[setting]} ${message}`);
}

async function findDanserProblems(renderer: Config['renderer'] & { kind: 'danser' }): Promise<string[]> {
  // A missing DANSER_PATH has been reported already.
  if (renderer.path === '') return [];
  try {
    await findDanser(renderer);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.message];
  }
}
