// Fails unless each WebAssembly module given imports nothing at all and exports something: then it can do no
// I/O, ask no clock and draw no entropy. It does not run them; tests/wasm does.
import { readFileSync } from 'node:fs'

for (const file of process.argv.slice(2)) {
  const module = new WebAssembly.Module(readFileSync(file))
  const imports = WebAssembly.Module.imports(module)
  const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function')
  for (const { module: from, name } of imports) console.log(`${file}: imports ${from}.${name}`)
  console.log(`${file}: ${imports.length} imports, ${functions.length} functions exported`)
  if (imports.length || !functions.length) process.exitCode = 1
}
if (process.argv.length < 3) process.exitCode = 1
