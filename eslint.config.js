import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { boundaryElements, boundaryPolicies } from './eslint.boundaries.js'

const sources = ['**/*.{ts,tsx}']
const configFiles = ['**/*.config.{ts,js}', 'eslint.boundaries.js']

/** Every file is named in kebab-case, so that a name is the same on every disk. */
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

/** Literals are written out: a literal inside a literal would only hide its fields from a reader who searches for them. */
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
      // An argument that a signature demands and nobody needs is named so.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'no-template-curly-in-string': 'error',
      // Indexed access is checked by the compiler; an index that was just tested needs the mark.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // The rules that need types, and are worth their time: those on promises that nobody waits for.
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
    // It speaks to the React Compiler, which is not used here.
    rules: { 'react-hooks/incompatible-library': 'off' },
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['tests/bench/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...flatLiterals, noDefaultExport],
      // It is a package of its own, to which the names of the top do not belong.
      'no-restricted-imports': 'off',
      'no-console': 'off',
    },
  },
  {
    // vitest calls it by this name.
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
