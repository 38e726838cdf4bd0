import type { z } from 'zod';
import { analytics, analyticsPending, playerAnalytics } from './analytics/analytics.ts';
import { habits } from './analytics/habits.ts';
import { mistake, mistakeCause } from './analytics/mistakes.ts';
import { beatmapInfo, jobCovers } from './beatmap-info.ts';
import { completion, completionResult } from './completion.ts';
import { errorBody, fieldError, validationErrorBody } from './errors.ts';
import { eventData } from './events.ts';
import { health, healthCheck } from './health.ts';
import { artifactLinks, job, jobConfig, jobCreated, jobList, jobPlayer, jobStatus, play, replayStats } from './job.ts';
import { legacyJob, legacyJobCreated } from './legacy.ts';
import { oembed } from './oembed.ts';
import { serviceState } from './service-state.ts';
import { skinDetails, skinList, skinRemoved, skinUploaded } from './skins.ts';
import { settingsObject, togetherSettings } from './submitted-settings.ts';

/** The names of the schemas in the description of the API. Generated clients have types of these names. */
export const namedSchemas = {
  Analytics: analytics,
  AnalyticsPending: analyticsPending,
  ArtifactLinks: artifactLinks,
  BeatmapInfo: beatmapInfo,
  Completion: completion,
  CompletionResult: completionResult,
  Error: errorBody,
  FieldError: fieldError,
  Habits: habits,
  Health: health,
  HealthCheck: healthCheck,
  Job: job,
  JobConfig: jobConfig,
  JobCovers: jobCovers,
  JobCreated: jobCreated,
  JobEnd: eventData.end,
  JobList: jobList,
  JobPlayer: jobPlayer,
  JobProgress: eventData.progress,
  JobStatus: jobStatus,
  JobTotals: eventData.totals,
  LegacyJob: legacyJob,
  LegacyJobCreated: legacyJobCreated,
  Mistake: mistake,
  MistakeCause: mistakeCause,
  Oembed: oembed,
  Play: play,
  PlayerAnalytics: playerAnalytics,
  ReplayStats: replayStats,
  ServiceState: serviceState,
  Settings: settingsObject,
  Skin: skinDetails,
  SkinList: skinList,
  SkinRemoved: skinRemoved,
  SkinUploaded: skinUploaded,
  StatusChange: eventData.status,
  TogetherSettings: togetherSettings,
  ValidationError: validationErrorBody,
} as const satisfies Readonly<Record<string, z.ZodType>>;
