import { type Job, renderOptionsOf } from '../../../contract/index.ts';
import { escapeHtml, type Page } from './html-page.ts';

/** The page of one job: its status, its video, and the meta tags with which chat programs show that video. */
export function jobPageHtml(job: Job, publicUrl: string): Page {
  const title = job.map_title === '' ? 'A replay' : job.map_title;
  return { title: `${title} · Reprise`, head: metaTags(job, title, publicUrl), noScript: noScript(job, title) };
}

export const missingJobPage: Page = {
  title: 'Replay not found · Reprise',
  noScript: '<h1>Replay not found</h1>\n<p>The link may be misspelled, or the replay was removed.</p>',
};

const statusLabels: Record<Job['status'], string> = {
  queued: 'Queued',
  downloading: 'Downloading the beatmap',
  rendering: 'Rendering',
  completed: 'Completed',
  failed: 'Failed',
};

function noScript(job: Job, title: string): string {
  const { artifacts, config, status } = job;
  const stats = config.replay_stats;
  const facts = {
    Status: statusLabels[status],
    Hits: `${stats['300s']} × 300, ${stats['100s']} × 100, ${stats['50s']} × 50, ${stats.misses} misses`,
    'Max combo': `${stats.max_combo}x`,
    Stars: stats.star_rating,
    pp: stats.pp.toFixed(2),
    Skin: config.skin,
    ...(job.error_hint === null ? {} : { Error: job.error_hint }),
    ...(job.purged_at === null ? {} : { Video: 'Removed to free space' }),
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

function hasVideo({ status, purged_at }: Job): boolean {
  return status === 'completed' && purged_at === null;
}

function factElements([name, value]: [string, string]): string {
  return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`;
}

function videoElement({ artifacts }: Job): string {
  return `<video controls playsinline preload="metadata" poster="${artifacts.thumbnail_url}" src="${artifacts.video_url}"></video>`;
}

function descriptionOf({ player, config: { replay_stats: stats } }: Job): string {
  const by = player === '' ? '' : ` by ${player}`;
  return `An osu! replay${by}: ${stats.max_combo}x combo, ${stats.misses} ${stats.misses === 1 ? 'miss' : 'misses'}.`;
}

/** The tags of Open Graph and Twitter cards; both require absolute URLs. */
function metaTags(job: Job, title: string, publicUrl: string): string {
  const { width, height } = renderOptionsOf(job.config);
  const page = `${publicUrl}/view/${job.job_id}`;
  const description = descriptionOf(job);
  const absolute = (path: string) => new URL(path, publicUrl).href;
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
        'og:image': absolute(job.artifacts.thumbnail_url),
        'og:image:type': 'image/jpeg',
        'og:image:alt': `A frame of ${title}`,
        'og:video': absolute(job.artifacts.video_url),
        ...(publicUrl.startsWith('https:') && { 'og:video:secure_url': absolute(job.artifacts.video_url) }),
        'og:video:type': 'video/mp4',
        'og:video:width': width,
        'og:video:height': height,
        'twitter:card': 'player',
        'twitter:image': absolute(job.artifacts.thumbnail_url),
        'twitter:image:alt': `A frame of ${title}`,
        'twitter:player': page,
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
