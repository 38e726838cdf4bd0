import { expect, test } from 'vitest';
import { z } from 'zod';
import type * as client from '../../../clients/typescript/src/index.ts';
import { type Analytics, type Job, namedSchemas, type SkinList } from '../../../src/contract/index.ts';
import { failures } from '../../../src/failure.ts';

// The client has no dependencies, so it cannot use the types that zod infers. Its types are generated from the same schemas.

type Name = keyof typeof namedSchemas;

/** The schemas whose types the client exports, with their names there. `Error` would hide the class of the language. */
const exported: Partial<Record<Name, string>> = {
  Analytics: 'Analytics',
  ArtifactLinks: 'ArtifactLinks',
  FieldError: 'FieldError',
  Habits: 'Habits',
  Job: 'Job',
  JobConfig: 'JobConfig',
  JobCreated: 'JobCreated',
  JobEnd: 'JobEnd',
  JobList: 'JobList',
  JobPlayer: 'JobPlayer',
  JobStatus: 'JobStatus',
  Mistake: 'Mistake',
  MistakeCause: 'MistakeCause',
  Play: 'Play',
  PlayerAnalytics: 'PlayerAnalytics',
  ReplayStats: 'ReplayStats',
  Settings: 'Settings',
  Skin: 'Skin',
  SkinList: 'SkinList',
  SkinRemoved: 'SkinRemoved',
  SkinUploaded: 'SkinUploaded',
  StatusChange: 'StatusChange',
  TogetherSettings: 'TogetherSettings',
  ValidationError: 'ErrorBody',
};

type Schema = z.core.JSONSchema.JSONSchema;

/** Each use of a named schema becomes a reference to it. */
function schemasByName(): Record<string, Schema> {
  for (const [id, schema] of Object.entries(namedSchemas)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
  return z.toJSONSchema(z.globalRegistry, { uri: (id) => id, unrepresentable: 'any' }).schemas;
}

function declarationsOf(schemas: Record<string, Schema>): string {
  const types = Object.entries(exported).map(([name, typeName]) => {
    const schema = schemas[name] ?? {};
    const type = typeOf(schema, '');
    return `${comment(schema, '')}export ${type.startsWith('{') ? `interface ${typeName} ` : `type ${typeName} = `}${type}${type.startsWith('{') ? '' : ';'}\n`;
  });
  const codes = Object.keys(failures).map((code) => `  | '${code}'`);
  return `// Generated from src/contract and src/failure.ts by \`npm run client:types\`; a test compares them.

${types.join('\n')}
/** The codes of all errors; see docs/errors.md. */
export type ErrorCode =
${codes.join('\n')};
`;
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, type, enum: values, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return exported[$ref as Name] ?? expect.fail(`The client needs the type ${$ref}.`);
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ');
  if ('const' in schema) return literal(schema.const);
  if (values !== undefined) return values.map(literal).join(' | ');
  if (anyOf !== undefined) return anyOf.map((part) => typeOf(part as Schema, indent)).join(' | ');
  if (type === 'array') return `readonly ${elementOf(typeOf(items as Schema, indent))}[]`;
  if (type === 'object' && properties === undefined)
    return `Readonly<Record<string, ${typeOf(additionalProperties as Schema, indent)}>>`;
  if (type === 'object') return objectType(schema, indent);
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const field = /^[a-z_]+$/.test(name) ? name : literal(name);
    const schema = property as Schema;
    return `${comment(schema, inner)}${inner}readonly ${field}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function elementOf(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description} */\n`;
}

test('the types of the client are those of the contract', async () => {
  await expect(declarationsOf(schemasByName())).toMatchFileSnapshot('../../../clients/typescript/src/api-types.ts');
});

test('the type checker accepts what the service returns as the types of the client', () => {
  // A difference does not compile.
  const accept = {
    job: (job: Job): client.Job => job,
    analytics: (analytics: Analytics): client.Analytics => analytics,
    skins: (skins: SkinList): client.SkinList => skins,
    settings: (settings: client.Settings): z.infer<typeof namedSchemas.Settings> => settings,
    code: (code: keyof typeof failures): client.ErrorCode => code,
  };
  expect(Object.keys(accept)).not.toHaveLength(0);
});
