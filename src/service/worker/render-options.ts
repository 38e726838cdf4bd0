import type { Config } from '../../config.ts';
import { renderOptionsOf, type SubmittedSettings, togetherOptionsOf } from '../../contract/index.ts';
import type { RenderOptions } from '../../rendering/render/index.ts';

/** The options for rendering a job: the client's settings and the operator's encoder. */
export function jobRenderOptions(settings: SubmittedSettings, encoding: Config['encoding']): RenderOptions {
  const together = togetherOptionsOf(settings);
  return { ...renderOptionsOf(settings), ...encoding, ...(together && { together }) };
}
