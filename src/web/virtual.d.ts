declare module 'virtual:default-skin' {
  const url: string;
  export default url;
}
