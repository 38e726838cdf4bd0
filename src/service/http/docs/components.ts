import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { namedSchemas } from '../../../contract/index.ts';
import { mapValues } from './map-values.ts';

interface Document {
  readonly paths?: object | undefined;
  readonly components?: { readonly schemas?: object | undefined } | undefined;
}

type Schemas = Readonly<Record<string, unknown>>;

const prefix = '#/components/schemas/';

/** Gives the schemas of the contract their names. Every use of a named schema becomes a reference to it. */
export function registerNamedSchemas(): void {
  for (const [id, schema] of Object.entries(namedSchemas)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}

/**
 * Adds the named schemas to an OpenAPI document. The library adds each of them twice, as it may be sent and as it is received;
 * unused ones are left out.
 */
export function addComponents<D extends Document>(document: D): D {
  const openapiObject = document as Parameters<typeof jsonSchemaTransformObject>[0] extends infer O
    ? Extract<O, { openapiObject: unknown }>['openapiObject']
    : never;
  const complete = jsonSchemaTransformObject({ openapiObject }) as unknown as Document;
  const schemas = (complete.components?.schemas ?? {}) as Schemas;
  const used = findUsed(document.paths ?? {}, schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  const components = { ...document.components, schemas: Object.fromEntries(kept.toSorted(byName)) };
  return { ...document, components };
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** The names of the schemas to which a part of a document refers, directly or through other schemas. */
function findUsed(part: object, schemas: Schemas): Set<string> {
  const used = new Set<string>();
  const pending: unknown[] = [part];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { $ref } = next as { $ref?: unknown };
    pending.push(...Object.values(next));
    if (typeof $ref !== 'string' || !$ref.startsWith(prefix)) continue;
    const name = $ref.slice(prefix.length);
    if (used.has(name)) continue;
    used.add(name);
    pending.push(schemas[name]);
  }
  return used;
}

/**
 * Opens the objects of all responses: later versions of the service may add fields, so no client should refuse them. Objects
 * that the service receives stay as they are.
 */
export function openResponses<D extends Document>(document: D): D {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const operations = (document.paths ?? {}) as Record<string, Record<string, { responses: object }>>;
  const paths = mapValues(operations, (methods) =>
    mapValues(methods, (operation) => ({ ...operation, responses: opened(operation.responses) })),
  );
  const received = findUsed(requestsOf(document), schemas);
  const openSchemas = mapValues(schemas, (schema, name) => (received.has(name) ? schema : opened(schema)));
  return { ...document, paths, components: { ...document.components, schemas: openSchemas } };
}

function requestsOf({ paths = {} }: Document): object {
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods as Record<string, { requestBody?: object; parameters?: object }>).map(
      ({ requestBody, parameters }) => ({ requestBody, parameters }),
    ),
  );
}

/** A copy in which every object may have other properties. */
function opened(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(opened);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([name, value]) => name !== 'additionalProperties' || value !== false);
  return Object.fromEntries(entries.map(([name, value]) => [name, opened(value)]));
}
