// Nothing is preprocessed: Svelte reads TypeScript itself.
export default { compilerOptions: { runes: true } }
