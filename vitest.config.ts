import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

/** Node loads the CommonJS build of graphql, Vite its module build; the two do not work together. */
const oneGraphql = {
  alias: [
    {
      find: /^graphql$/,
      replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)),
    },
  ],
}

/** Hashes of passwords cost little, see there. */
const cheapScrypt = 'tests/support/cheap-scrypt-setup.ts'

/** The embedded PostgreSQL has no pg_dump; Debian's has. */
const needsPostgres15 = 'tests/faults/*.postgres-15.test.ts'

/** Only root can mount a disk for a test; `tests/run.mjs` reports when these tests are skipped. */
const needsRoot = 'tests/faults/*.root.test.ts'
const notHere = process.getuid?.() === 0 ? [] : [needsRoot]

/** These measure memory, handles, time or prototypes of their process, so each of them has one of its own. */
const ownProcess = [
  'handles',
  'prototypes',
  'proxy-bodies',
  'proxy-slow-callers',
  'realtime-graphql',
  'realtime-overload',
  'realtime-resume',
  'search-patterns',
  'session-cookie',
  'yaml-bombs',
].map((name) => `tests/faults/${name}.test.ts`)

/** These replace the graph or a worker, which works only where no other file has loaded it before. */
const withMocks = [
  'web/domains/backlog/searcher.test.ts',
  'web/domains/workqueues/detail/{run-page,drawer/drawer}.test.tsx',
]

/** The editor needs a real browser, so every test of a screen has a text area instead. */
const editorStandIn = {
  find: /^(?:#web\/ui\/editor|\.)\/code-editor\.tsx$/,
  replacement: fileURLToPath(new URL('tests/support/code-editor-stand-in.tsx', import.meta.url)),
}

const inDom = {
  environment: 'jsdom',
  setupFiles: ['tests/support/web-setup.ts'],
  // Most objects of a rendering die young: a larger young generation halves the time of collections.
  execArgv: ['--max-semi-space-size=64'],
}

/**
 * A project has the tests with the same needs: nothing, a real PostgreSQL, the gateway with fakes, or all parts together.
 * `isolate: false`: the test files of a worker share loaded modules and must leave no state in the process.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for timers, processes and the disk, so three workers keep two processors busy.
    maxWorkers: 3,
    restoreMocks: true,
    // Only upper bounds, for busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: [
            'shared/**/*.test.ts',
            'server/lib/**/*.test.ts',
            'server/*.test.ts',
            'tests/supply/**/*.test.ts',
            'tests/bench/simulation/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        resolve: oneGraphql,
        test: {
          name: 'platform',
          setupFiles: [cheapScrypt],
          isolate: false,
          include: ['server/platform/**/*.test.ts'],
          globalSetup: ['tests/support/programs-setup.ts', 'tests/support/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        resolve: oneGraphql,
        test: {
          name: 'faults',
          setupFiles: [cheapScrypt],
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, needsPostgres15, ...notHere, ...ownProcess],
          globalSetup: ['tests/support/build-setup.ts', 'tests/support/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        resolve: oneGraphql,
        test: {
          name: 'faults-alone',
          setupFiles: [cheapScrypt],
          include: ownProcess,
          globalSetup: ['tests/support/build-setup.ts', 'tests/support/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          isolate: false,
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts', 'tests/contract/setup.ts'],
        },
      },
      {
        // The oldest supported PostgreSQL (`DATABASE_URL`): the whole contract, and the storage of runs.
        extends: true,
        resolve: oneGraphql,
        test: {
          name: 'contract-15',
          setupFiles: [cheapScrypt],
          isolate: false,
          include: [
            'tests/contract/**/*.test.ts',
            needsPostgres15,
            'server/platform/db/{migrate,totals}.test.ts',
            'server/platform/{domains/workqueues,runs}/*.test.ts',
            'server/platform/engine/{engine,children,kill,takeover}.test.ts',
          ],
          globalSetup: [
            'tests/support/programs-setup.ts',
            'tests/support/postgres-15-setup.ts',
            'tests/contract/setup.ts',
          ],
        },
      },
      {
        extends: true,
        resolve: oneGraphql,
        test: { name: 'gateway', isolate: false, include: ['server/gateway/**/*.test.ts'] },
      },
      {
        extends: true,
        resolve: oneGraphql,
        test: {
          name: 'integration',
          setupFiles: [cheapScrypt],
          isolate: false,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/programs-setup.ts', 'tests/support/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'chart',
          isolate: false,
          include: ['tests/{chart,image}/**/*.test.ts'],
          globalSetup: ['tests/chart/setup.ts'],
        },
      },
      {
        extends: true,
        resolve: { alias: [editorStandIn] },
        test: {
          ...inDom,
          name: 'web',
          isolate: false,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...withMocks],
        },
      },
      {
        extends: true,
        resolve: { alias: [editorStandIn] },
        test: { ...inDom, name: 'web-alone', isolate: false, include: withMocks },
      },
    ],
  },
})
