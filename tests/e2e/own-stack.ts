import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPusherService, type PusherServiceProcess } from '../support/pusher-service-process.ts'
import { startStack } from '../support/stack.ts'
import { test as base } from './operator.ts'

export { expect } from 'playwright/test'

/**
 * A test with a separate product, when its effects must not reach the tests of other files: a supervisor that
 * waits longer after several exits of its platform, or lists full of unusual names.
 */
export const test = base.extend<object, { environment: Record<string, string> }>({
  environment: [{}, { scope: 'worker', option: true }],
  stack: [
    async ({ environment }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'console-own-'))
      const stack = await startStack({ dataDir, env: environment })
      await use(stack)
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** The same with the realtime service in a separate process, which can be killed alone (`PUSHER_APP_ID`). */
export const testWithService = test.extend<object, { service: PusherServiceProcess }>({
  service: [
    async ({}, use) => {
      const service = await startPusherService()
      await use(service)
      await service.kill()
    },
    { scope: 'worker', timeout: 30_000 },
  ],
  environment: [
    async ({ service }, use) => {
      const { appId, key, secret, host, port } = service.address
      await use({
        PUSHER_APP_ID: appId,
        PUSHER_KEY: key,
        PUSHER_SECRET: secret,
        PUSHER_HOST: host ?? '',
        PUSHER_PORT: String(port),
        PUSHER_TLS: 'false',
      })
    },
    { scope: 'worker' },
  ],
})
