export const jobStatuses = ['queued', 'downloading', 'rendering', 'completed', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];
