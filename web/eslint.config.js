// What eslint looks for: the recommended rules, and for the page's TypeScript those that know its types.
// Layout is prettier's, and the types of components and their events are svelte-check's (`npm run check`).
//
// It is run from the root of the project, for it looks at the tests that are JavaScript, too: `npm run lint`.
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

// What is taken out of an object to be left behind is not used.
const unused = ['error', { ignoreRestSiblings: true }]

export default ts.config(
  { ignores: ['build/', 'web/src/generated/'] }, // what is printed is the printer's to keep in order
  js.configs.recommended,
  {
    files: ['web/src/**/*.{ts,svelte}', 'tests/web/types.ts'],
    extends: [ts.configs.strictTypeChecked],
    rules: {
      '@typescript-eslint/no-unused-vars': unused,
      // With one $bindable among them all props are declared by `let`.
      'prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => press()` and `return press()` say in one line what is done.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // `void` also says that nothing waits for what is begun, or that nothing is returned.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Who calls says which of the engine's printed types an answer has.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // It takes a $state for what it was at first, and every element of a list for one that is there.
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  svelte.configs.recommended,
  {
    files: ['web/src/**/*.{ts,svelte}', 'tests/web/types.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        project: 'tsconfig.json',
        extraFileExtensions: ['.svelte'],
        parser: ts.parser,
        svelteConfig,
      },
    },
    rules: {
      // What is kept but not shown is in a plain Map or Set; what is shown is a $state.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['web/src/**/*.svelte'],
    rules: {
      // What comes from a component, or out of an event in the markup, has no type here: svelte-check
      // knows it.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
    rules: { 'no-unused-vars': unused },
  },
  // The page's own, and tests that run pieces of themselves in it.
  { files: ['web/src/**/*.js', 'tests/web/*.{js,mjs}'], languageOptions: { globals: globals.browser } },
)
