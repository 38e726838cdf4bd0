import { Node } from 'assemblyscript';
import { Transform } from 'assemblyscript/transform';

const inlineTag = /\/\*\*(?:(?!\*\/)[\s\S])*@inline\b(?:(?!\*\/)[\s\S])*\*\/\s*$/;

/**
 * A transform of the AssemblyScript compiler: inlines every function whose doc comment contains `@inline`. AssemblyScript's
 * own syntax is a decorator on the function, which is not valid TypeScript: Biome and editors could not parse the kernel.
 */
export default class InlineFunctions extends Transform {
  afterParse(parser) {
    for (const source of parser.sources) {
      if (source.isLibrary) continue;
      for (const statement of source.statements) {
        for (const declaration of [statement, ...(statement.members ?? [])]) addDecorator(declaration, source.text);
      }
    }
  }
}

function addDecorator(declaration, text) {
  const { range } = declaration;
  if (!inlineTag.test(text.slice(0, range.start))) return;
  const decorator = Node.createDecorator(Node.createIdentifierExpression('inline', range), null, range);
  declaration.decorators = [...(declaration.decorators ?? []), decorator];
}
