// Node and browsers both have these, ES2023 has neither: the platform-free rooms may use them and nothing else.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}
declare namespace WebAssembly {
  class Module {}
  class Instance {
    constructor(module: Module, imports?: object);
    readonly exports: object;
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
}
