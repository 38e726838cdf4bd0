import type { Config } from '../../config.ts';
import { renderOptionsOf, type SubmittedSettings } from '../../contract/index.ts';
import type { RenderOptions } from '../../rendering/render/index.ts';

/** The options for rendering a job: the client's settings and the operator's encoder. */
export function jobRenderOptions(settings: SubmittedSettings, encoding: Config['encoding']): RenderOptions {
  return { ...renderOptionsOf(settings), ...encoding };
}
