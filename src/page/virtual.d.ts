declare module 'virtual:default-skin' {
  const url: string;
  export default url;
}

/** Output of earlier build steps. */
declare module 'build-output/*' {
  const url: string;
  export default url;
}

/** The HTML of a document, made by `build/markdown-html.ts`. */
declare module '*.md' {
  const html: string;
  export default html;
}
