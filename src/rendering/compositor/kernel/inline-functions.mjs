import { Node } from 'assemblyscript';
import { Transform } from 'assemblyscript/transform';

const inlineTag = /\/\*\*(?:(?!\*\/)[\s\S])*@inline\b(?:(?!\*\/)[\s\S])*\*\/\s*$/;

/**
 * Lets the compiler inline every function whose doc comment ends with `@inline`. AssemblyScript's own mark is a decorator
 * on the function, which is no valid TypeScript: neither Biome nor an editor could parse the kernel.
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
