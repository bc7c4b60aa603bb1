// What Vite makes of files that are no modules.
declare module 'engine.wasm?url' {
  const url: string
  export default url
}
