// How all JavaScript of the house is laid out, the page's and that of the tests. Columns and indentation are
// what .editorconfig says for every file.
export default {
  plugins: ['prettier-plugin-svelte'],
  semi: false,
  singleQuote: true,
}
