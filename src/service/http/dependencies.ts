import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Administration } from '../administration/index.ts';
import type { Beatmaps } from '../beatmaps/index.ts';
import type { Database } from '../database/index.ts';
import type { JobFeed, Jobs } from '../jobs/index.ts';
import type { Keys } from '../keys/index.ts';
import type { Lending, LentWorkers } from '../lending/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { JobCards, ResizeCover, SkinPreviews } from '../previews/index.ts';
import type { ReplayDecoder } from '../replay-decoding/index.ts';
import type { ScoreReplays } from '../scores/index.ts';
import type { Skins } from '../skins/index.ts';
import type { LocalStorage, Storage } from '../storage/index.ts';
import type { TempFolder } from '../temp-folder/index.ts';
import type { PageFiles } from './page/page-files.ts';
import type { Timeouts } from './server.ts';

/** Everything the HTTP service needs; `cli/` creates it. */
export interface Dependencies {
  readonly config: Config;
  readonly version: string;
  readonly log: Log;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly feed: JobFeed;
  readonly keys: Keys;
  readonly lentWorkers: LentWorkers;
  readonly lending: Lending;
  readonly administration: Administration;
  readonly storage: Storage | LocalStorage;
  readonly skins: Skins;
  /** Null: the service has no credentials of the osu! API. */
  readonly scores: ScoreReplays | null;
  readonly beatmaps: Beatmaps;
  readonly previews: SkinPreviews;
  readonly cards: JobCards;
  readonly resizeCover: ResizeCover;
  readonly decoder: ReplayDecoder;
  readonly tempFolder: TempFolder;
  readonly page: PageFiles;
  readonly metrics: Metrics;
  readonly timeouts: Timeouts;
}

/** A Fastify app whose routes are typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
