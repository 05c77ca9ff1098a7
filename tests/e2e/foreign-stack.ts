import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startForeignPlatform, type ForeignPlatform } from '../support/foreign-platform.ts'
import { startStack } from '../support/stack.ts'
import { test as base } from './operator.ts'

export { expect } from 'playwright/test'

/** A test whose product uses a foreign platform, which records its calls and fails on request. */
export const test = base.extend<object, { foreign: ForeignPlatform }>({
  foreign: [
    async ({}, use) => {
      const foreign = await startForeignPlatform()
      await use(foreign)
      await foreign.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stack: [
    async ({ foreign }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'console-e2e-'))
      const stack = await startStack({ dataDir, env: foreign.environment, admin: foreign.admin })
      await use(stack)
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
