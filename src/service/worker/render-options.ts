import type { Config } from '../../config.ts';
import { renderOptionsOf } from '../../contract/index.ts';
import type { RenderOptions } from '../../rendering/render/index.ts';
import type { JobOptions } from '../jobs/index.ts';

/** What a client asked for and how the operator wants it encoded. */
export function jobRenderOptions(options: JobOptions, encoding: Config['encoding']): RenderOptions {
  return { ...renderOptionsOf(options), ...encoding };
}
