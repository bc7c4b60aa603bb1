// Fails unless the WebAssembly module given imports nothing at all and exports something: then it can do no
// I/O, ask no clock and draw no entropy. It does not run the engine; tests/wasm does.
import { readFileSync } from 'node:fs';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const imports = WebAssembly.Module.imports(module);
const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'function');

for (const { module: from, name } of imports) console.log(`imports ${from}.${name}`);
console.log(`${imports.length} imports, ${functions.length} functions exported`);
process.exitCode = imports.length === 0 && functions.length > 0 ? 0 : 1;
