import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from 'playwright/test'
import { startStack, type Stack } from '../support/stack.ts'

export { expect } from 'playwright/test'

/** A test with the whole built product behind it; the tests of one worker share it. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'console-e2e-'))
      const stack = await startStack({ dataDir })
      await use(stack)
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
