// Node and browsers have these, but the ES2023 library does not declare them. Platform-free modules may use no others.
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
