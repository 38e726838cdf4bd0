import { z } from 'zod';
import { contentTypeOf } from '../../storage/index.ts';
import { artifactsPath, type PublicFolder, publicFolders } from '../resources/artifact-key.ts';

interface Artifact {
  readonly operationId: string;
  readonly name: string;
  readonly extension: string;
}

const artifacts: Readonly<Record<PublicFolder, Artifact>> = {
  videos: { operationId: 'getVideo', name: 'video', extension: 'mp4' },
  thumbnails: { operationId: 'getThumbnail', name: 'thumbnail', extension: 'jpg' },
  gifs: { operationId: 'getGif', name: 'animation as a GIF', extension: 'gif' },
  webps: { operationId: 'getWebp', name: 'animation as a WebP', extension: 'webp' },
  logs: { operationId: 'getLog', name: 'log', extension: 'log' },
  replays: { operationId: 'getReplay', name: 'replay', extension: 'osr' },
  skins: { operationId: 'getSkin', name: 'skin', extension: 'osk' },
};

interface Operation {
  readonly description?: string;
  readonly parameters?: readonly { readonly in: string }[];
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

/**
 * OpenAPI has no wildcard parameters, and one operation for all artifacts could not say which media type each has. So the path of
 * each kind of artifact becomes an operation of its own.
 */
export function documentArtifactPaths<D extends { paths?: object | undefined }>(document: D): D {
  const { [`${artifactsPath}{*}`]: wildcard, ...paths } = document.paths as Record<string, { get?: Operation }>;
  const folders = Object.keys(artifacts) as PublicFolder[];
  const added = folders.map((folder) => {
    const parameter = folder === 'skins' ? skinParameter : jobParameter;
    const path = `${artifactsPath}${folder}/{${parameter.name}}.${artifacts[folder].extension}`;
    return [path, { get: operationOf(folder, wildcard?.get ?? {}, parameter) }];
  });
  return { ...document, paths: { ...paths, ...Object.fromEntries(added) } };
}

function operationOf(folder: PublicFolder, wildcard: Operation, parameter: object): object {
  const { operationId, name } = artifacts[folder];
  const { 200: files, 302: redirect, ...errors } = wildcard.responses ?? {};
  const type = mediaTypeOf(folder);
  const file = { description: fileResponse(folder).description, content: { [type]: files?.content?.[type] } };
  const isLog = folder === 'logs';
  const link = 'The response redirects to a link that is valid for one hour. ';
  return {
    ...wildcard,
    operationId,
    summary: `Download the ${name}`,
    description: `${isLog ? 'The log can be read during the render. ' : link}${wildcard.description}`,
    parameters: [parameter, ...(wildcard.parameters ?? []).filter((each) => each.in === 'query')],
    responses: { 200: file, ...(isLog ? {} : { 302: redirect }), ...errors },
  };
}

/** The schema of the response with a file. Most clients follow redirects by themselves, so what they receive is the file. */
export function fileResponse(folder: PublicFolder) {
  const isLog = folder === 'logs';
  const source = isLog ? '' : ', from the link to which the service redirects';
  const schema = isLog ? z.string() : z.string().meta({ format: 'binary' });
  return { description: `The ${artifacts[folder].name}${source}.`, content: { [mediaTypeOf(folder)]: { schema } } };
}

/** The schema of the response of the route for all artifacts. */
export function anyFileResponse() {
  const contents = publicFolders.map((folder) => fileResponse(folder).content);
  return { description: 'The file.', content: Object.assign({}, ...contents) as (typeof contents)[number] };
}

function mediaTypeOf(folder: PublicFolder): string {
  const [type = ''] = contentTypeOf(`${folder}/file`).split(';');
  return type;
}

const jobParameter = {
  in: 'path',
  name: 'job_id',
  required: true,
  description: 'Identifier of the job: a UUID, with or without dashes.',
  schema: { type: 'string' },
};

const skinParameter = {
  in: 'path',
  name: 'name',
  required: true,
  description: 'Name of the skin, as listed by GET /v1/skins.',
  schema: { type: 'string' },
};
