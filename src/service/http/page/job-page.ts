import { gradeName, type Job, playerNames, renderOptionsOf } from '../../../contract/index.ts';
import { escapeHtml, type Page } from './html-page.ts';

/** Where a page is, for links that must be absolute. */
export interface PageAddress {
  readonly publicUrl: string;
  /** The query of the address. */
  readonly search?: string;
}

/** The page of one job: its status, its video, and the meta tags with which chat programs show that video. */
export function jobPageHtml(job: Job, address: PageAddress): Page {
  const title = titleOf(job);
  const head = metaTags(job, address) + (hasVideo(job) ? discoveryLink(job, address) : '');
  return { title: `${title} · Reprise`, head, noScript: noScript(job, title) };
}

/** The small player of a job for other sites. Search engines show the page of the job instead. */
export function embedPageHtml(job: Job, publicUrl: string): Page {
  const title = titleOf(job);
  const page = escapeHtml(`${publicUrl}/view/${job.job_id}`);
  const link = `<p><a href="${page}" target="_blank">${escapeHtml(title)}</a></p>`;
  return {
    title: `${title} · Reprise`,
    head: `<meta name="robots" content="noindex">\n<link rel="canonical" href="${page}">\n`,
    noScript: hasVideo(job) ? `${videoElement(job)}\n${link}` : link,
  };
}

export function titleOf({ map_title }: Job): string {
  return map_title === '' ? 'A replay' : map_title;
}

/** The position in the video that a query names, if it looks like one; the page reads it exactly. */
export function positionOf(search: string): string | null {
  const t = new URLSearchParams(search).get('t');
  return t !== null && /^[\d:.]{1,12}$/.test(t) ? t : null;
}

/** The address of the small player, perhaps at a position in the video. */
export function embedUrl({ job_id }: Job, publicUrl: string, position: string | null): string {
  return `${publicUrl}/embed/${job_id}${position === null ? '' : `?t=${position}`}`;
}

/** The link at which other sites find out how to embed the video. */
function discoveryLink(job: Job, { publicUrl, search = '' }: PageAddress): string {
  const href = `${publicUrl}/oembed?format=json&url=${encodeURIComponent(embedUrl(job, publicUrl, positionOf(search)))}`;
  const title = escapeHtml(titleOf(job));
  return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(href)}" title="${title}">\n`;
}

export const missingJobPage: Page = {
  title: 'Video not found · Reprise',
  noScript: '<h1>Video not found</h1>\n<p>The link may be misspelled, or the video was deleted.</p>',
};

export const missingPage: Page = {
  title: 'Page not found · Reprise',
  noScript: '<h1>Page not found</h1>\n<p>The link may be misspelled, or the page has moved.</p>',
};

const statusLabels: Record<Job['status'], string> = {
  queued: 'Queued',
  downloading: 'Downloading beatmap',
  rendering: 'Rendering',
  completed: 'Completed',
  failed: 'Failed',
};

function noScript(job: Job, title: string): string {
  const { artifacts, config, status } = job;
  const stats = config.replay_stats;
  const facts = {
    Status: statusLabels[status],
    ...(job.players && { Players: playerNames(job.players) }),
    Hits: `${stats['300s']} × 300, ${stats['100s']} × 100, ${stats['50s']} × 50, ${stats.misses} misses`,
    'Max combo': `${stats.max_combo}x`,
    Stars: stats.star_rating,
    pp: stats.pp.toFixed(2),
    Skin: config.skin,
    ...(job.error_hint === null ? {} : { Error: job.error_hint }),
    ...(job.purged_at === null ? {} : { Video: 'Removed' }),
  };
  return [
    hasVideo(job) ? videoElement(job) : '',
    `<h1>${escapeHtml(title)}</h1>`,
    status === 'downloading' || status === 'rendering'
      ? `<progress max="100" value="${job.progress}">${Math.floor(job.progress)} %</progress>`
      : '',
    `<dl>\n${Object.entries(facts).map(factElements).join('\n')}\n</dl>`,
    `<nav>${hasVideo(job) ? `<a href="${artifacts.video_url}">Video</a>` : ''}<a href="${artifacts.logs_url}">Log</a>` +
      `${job.has_analytics ? `<a href="${artifacts.analytics_url}">Analytics</a>` : ''}</nav>`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Whether the video of a job can be watched. */
export function hasVideo({ status, purged_at }: Job): boolean {
  return status === 'completed' && purged_at === null;
}

function factElements([name, value]: [string, string]): string {
  return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`;
}

function videoElement({ artifacts }: Job): string {
  return `<video controls playsinline preload="metadata" poster="${artifacts.thumbnail_url}" src="${artifacts.video_url}"></video>`;
}

/** What players compare, such as "mira +HDDT 98.76% S 312pp"; of several, only their names. */
function summaryOf(job: Job): string {
  if (job.players !== undefined) return playerNames(job.players);
  const { player, play, config } = job;
  const { replay_stats: stats } = config;
  const parts = [
    player,
    play !== null && play.mods.length > 0 && `+${play.mods.join('')}`,
    play?.accuracy != null && `${play.accuracy.toFixed(2)}%`,
    play?.grade && gradeName(play.grade),
    stats.pp > 0 && `${Math.round(stats.pp)}pp`,
  ];
  return parts.filter(Boolean).join(' ');
}

function descriptionOf(job: Job): string {
  const { player, players, config } = job;
  const { replay_stats: stats } = config;
  const stars = stats.star_rating === '0.00' ? '' : ` on ${stats.star_rating}★`;
  if (players !== undefined) return `${players.length} osu! replays${stars}, by ${playerNames(players)}.`;
  const by = player === '' ? '' : ` by ${player}`;
  const misses = `${stats.misses} ${stats.misses === 1 ? 'miss' : 'misses'}`;
  return `An osu! replay${by}${stars}: ${stats.max_combo}x combo, ${misses}.`;
}

/** The size of the picture that the tags name; see routes/job-card.ts. */
const cardSize = { width: 1200, height: 630 };

/** The tags of Open Graph and Twitter cards; both require absolute URLs. */
function metaTags(job: Job, { publicUrl, search = '' }: PageAddress): string {
  const summary = summaryOf(job);
  const title = summary === '' ? titleOf(job) : `${titleOf(job)} · ${summary}`;
  const { width, height } = renderOptionsOf(job.config);
  const page = `${publicUrl}/view/${job.job_id}`;
  const description = descriptionOf(job);
  const absolute = (path: string) => new URL(path, publicUrl).href;
  const card = `${publicUrl}/v1/jobs/${job.job_id}/card`;
  const common = {
    'og:site_name': 'Reprise',
    'og:title': title,
    'og:description': description,
    'og:url': page,
    'twitter:title': title,
    'twitter:description': description,
  };
  const tags: Record<string, string | number> = !hasVideo(job)
    ? { ...common, 'og:type': 'website', 'twitter:card': 'summary' }
    : {
        ...common,
        'og:type': 'video.other',
        'og:image': card,
        'og:image:type': 'image/jpeg',
        'og:image:width': cardSize.width,
        'og:image:height': cardSize.height,
        'og:image:alt': title,
        'og:video': absolute(job.artifacts.video_url),
        ...(publicUrl.startsWith('https:') && { 'og:video:secure_url': absolute(job.artifacts.video_url) }),
        'og:video:type': 'video/mp4',
        'og:video:width': width,
        'og:video:height': height,
        'twitter:card': 'player',
        'twitter:image': card,
        'twitter:image:alt': title,
        'twitter:player': embedUrl(job, publicUrl, positionOf(search)),
        'twitter:player:width': width,
        'twitter:player:height': height,
        'twitter:player:stream': absolute(job.artifacts.video_url),
        'twitter:player:stream:content_type': 'video/mp4',
      };
  return Object.entries(tags)
    .map(([name, content]) => {
      const attribute = name.startsWith('twitter:') ? 'name' : 'property';
      return `<meta ${attribute}="${name}" content="${escapeHtml(String(content))}">\n`;
    })
    .join('');
}
