interface Reference {
  readonly $ref?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: readonly object[];
}

interface RouteSchema {
  readonly response?: Record<string, Reference>;
  readonly body?: { readonly properties?: Record<string, Reference> };
}

/** Moves descriptions and examples to where the library that writes the document keeps them: it drops them beside a reference. */
export function keepAnnotations(route: object): void {
  const { response = {}, body } = route as RouteSchema;
  for (const [status, { $ref, description, examples }] of Object.entries(response)) {
    if ($ref === undefined) continue;
    const media = { schema: { $ref }, ...(examples && { examples: namedExamples(examples) }) };
    Object.assign(response, { [status]: { description, content: { 'application/json': media } } });
  }
  // An object in a form is one field. The reference page would show every member of it as a field of its own, and send the
  // empty ones, if its schema were only a reference. Generators write its JSON because of its type.
  for (const [name, { $ref, description, example }] of Object.entries(body?.properties ?? {})) {
    if ($ref !== undefined)
      Object.assign(body?.properties ?? {}, { [name]: { description, example, type: 'object', allOf: [{ $ref }] } });
  }
}

function namedExamples(examples: readonly object[]) {
  return Object.fromEntries(
    examples.map((value, index) => ['code' in value ? String(value.code) : `example${index + 1}`, { value }]),
  );
}
