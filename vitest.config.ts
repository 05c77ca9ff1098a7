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

/** Passwords at little cost: see there. */
const cheapScrypt = 'tests/support/cheap-scrypt-setup.ts'

/** The embedded PostgreSQL has no pg_dump; Debian's has. */
const needsPostgres15 = 'tests/faults/*.postgres-15.test.ts'

/** Only root can mount a disk for a test; `tests/run.mjs` reports when these tests are skipped. */
const needsRoot = 'tests/faults/*.root.test.ts'
const notHere = process.getuid?.() === 0 ? [] : [needsRoot]

/**
 * What a test needs decides its project: nothing, a real PostgreSQL, the built gateway, all of them together, or a document.
 * `isolate: false`: its files leave nothing behind in the process, so that modules are loaded once for many of them.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 20_000,
    hookTimeout: 30_000,
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
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        resolve: oneGraphql,
        test: {
          name: 'faults',
          setupFiles: [cheapScrypt],
          include: ['tests/faults/**/*.test.ts'],
          exclude: [...configDefaults.exclude, needsPostgres15, ...notHere],
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
          globalSetup: ['tests/support/postgres-15-setup.ts', 'tests/contract/setup.ts'],
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
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
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
        test: {
          name: 'web',
          isolate: false,
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/web-setup.ts'],
        },
      },
    ],
  },
})
