import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { boundaryElements, boundaryPolicies } from './eslint.boundaries.js'

const sources = ['**/*.{ts,tsx}']
const configFiles = ['**/*.config.{ts,js}', 'eslint.boundaries.js']

/** File names are kebab-case, so that they are the same on case-insensitive disks. */
const names = {
  rules: {
    'kebab-case-file': {
      meta: { type: 'suggestion', schema: [], messages: { name: 'Name this file in kebab-case' } },
      create: (context) => ({
        Program(node) {
          const file = context.filename.split(/[\\/]/).at(-1)
          if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(file))
            context.report({ node, messageId: 'name' })
        },
      }),
    },
  },
}

const onlyConfigReadsTheEnvironment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'server/config.ts alone reads the environment.',
}
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that a thing has one name everywhere.',
}

/** Literals are written out: a spread literal hides its fields from a text search. */
const flatLiterals = [
  {
    selector:
      ':matches(ObjectExpression, ArrayExpression, CallExpression) > SpreadElement > :matches(ObjectExpression, ArrayExpression)',
    message: 'Write the fields out instead of spreading a literal.',
  },
  {
    selector: 'JSXSpreadAttribute > ObjectExpression',
    message: 'Write the attributes out instead of spreading a literal.',
  },
]
const noFarClimbing = {
  patterns: [
    {
      regex: '^\\.\\./\\.\\./',
      message:
        'Name a file that is further away from the top: #server/..., #shared/..., #web/..., #tests/...',
    },
  ],
}

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'data/**',
      'coverage/**',
      'test-results/**',
      'tests/bench/node_modules/**',
      'web/lib/graphql-env.d.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: sources,
    extends: [tseslint.configs.strict],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { boundaries, names },
    settings: {
      'boundaries/elements': boundaryElements,
      'boundaries/legacy-warnings': false,
      'boundaries/root-path': import.meta.dirname,
      'import/resolver': { typescript: { project: 'tsconfig.json' } },
    },
    rules: {
      'boundaries/dependencies': ['error', { default: 'disallow', policies: boundaryPolicies }],
      'boundaries/no-unknown-files': 'error',
      'names/kebab-case-file': 'error',
      'no-restricted-syntax': ['error', ...flatLiterals, onlyConfigReadsTheEnvironment, noDefaultExport],
      'no-restricted-imports': ['error', noFarClimbing],
      'no-console': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // An unused argument that a signature requires starts with an underscore.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'no-template-curly-in-string': 'error',
      // The compiler checks indexed access; an index that was just tested needs the assertion.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Of the rules that need types only those about unawaited promises: they find faults that are worth the time.
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'act', package: '@testing-library/react' }] },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    // These rules serve the React Compiler, which is not used.
    rules: { 'react-hooks/incompatible-library': 'off' },
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['tests/bench/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...flatLiterals, noDefaultExport],
      // A separate package, which cannot import by the names of the top.
      'no-restricted-imports': 'off',
      'no-console': 'off',
    },
  },
  {
    // vitest requires a default export of a global setup.
    files: ['tests/{support,contract}/*setup.ts'],
    rules: { 'no-restricted-syntax': ['error', ...flatLiterals, onlyConfigReadsTheEnvironment] },
  },
  {
    files: ['server/config.ts'],
    rules: { 'no-restricted-syntax': ['error', ...flatLiterals, noDefaultExport] },
  },
  {
    files: configFiles,
    rules: {
      'no-restricted-syntax': 'off',
      'boundaries/no-unknown-files': 'off',
      'boundaries/dependencies': 'off',
    },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: globals.node } },
)
