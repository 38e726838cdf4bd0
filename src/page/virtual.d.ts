declare module 'virtual:default-skin' {
  const url: string;
  export default url;
}

/** What the other steps of the build have made. */
declare module 'made/*' {
  const url: string;
  export default url;
}
