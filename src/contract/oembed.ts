import { z } from 'zod';

const px = z.int().min(1);

/** What oEmbed says about a video. */
export const oembed = z.object({
  version: z.literal('1.0').describe('Version of oEmbed.'),
  type: z.literal('video').describe('Always "video".'),
  provider_name: z.string().describe('Name of the service.'),
  provider_url: z.string().describe('Address of the service.'),
  title: z.string().describe('Title of the map.'),
  author_name: z.string().describe('Name of the player.'),
  width: px.describe('Width of the frame in pixels.'),
  height: px.describe('Height of the frame in pixels.'),
  html: z.string().describe('The frame, as HTML.'),
  thumbnail_url: z.string().describe('Address of a frame of the video, a jpg.'),
  thumbnail_width: px.describe('Width of the thumbnail in pixels.'),
  thumbnail_height: px.describe('Height of the thumbnail in pixels.'),
});
