import { renderOptionsOf, type SubmittedSettings } from '../contract/settings/index.ts';

/** The part of the play that a video shows, in song time. Without a start or an end, it starts or ends with the play. */
export interface ShownPart {
  readonly start?: number;
  readonly end?: number;
}

/** The part that the settings of a video select. */
export function shownPartOf(settings: SubmittedSettings): ShownPart {
  const { start, end } = renderOptionsOf(settings);
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}

/** Whether the video shows only a part of the play. */
export function isClip({ start, end }: ShownPart): boolean {
  return start !== undefined || end !== undefined;
}
