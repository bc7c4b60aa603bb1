// Nothing is preprocessed: Svelte reads TypeScript itself. What it calls the styles of a component is short,
// for it is written at every element: so short that it has to be seen to that no two are called the same.
const files = new Map()

function cssHash({ hash, filename }) {
  const name = `s${hash(filename).slice(0, 4)}`
  const other = files.get(name) ?? filename
  if (other !== filename) throw new Error(`the styles of ${filename} and ${other} are called the same`)
  files.set(name, filename)
  return name
}

export default { compilerOptions: { runes: true, cssHash } }
