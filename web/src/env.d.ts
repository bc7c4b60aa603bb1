// What Vite turns files that are not modules into.
declare module 'engines/*.wasm?url' {
  const url: string
  export default url
}
