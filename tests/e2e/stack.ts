import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test as base } from 'playwright/test'
import { startMailbox, type Mailbox } from '../support/mailbox.ts'
import { startStack, type Stack } from '../support/stack.ts'
import { complaintsOf } from './complaints.ts'

export { expect } from 'playwright/test'

/**
 * A test with the whole built product and a mail server, which the tests of one worker share. It fails when its page
 * causes an error, a violation of the content policy or a request to another origin.
 */
export const test = base.extend<object, { mailbox: Mailbox; stack: Stack }>({
  mailbox: [
    async ({}, use) => {
      const mailbox = await startMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ page, stack }, use) => {
    // The test before has left the pointer somewhere, and rows below a pointer hold back new ones.
    await page.mouse.move(0, 0)
    const complaints = complaintsOf(page, stack.url)
    await use(page)
    complaints.stop()
    expect(complaints.found).toEqual([])
  },
  stack: [
    async ({ mailbox }, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'console-e2e-'))
      // Alerts reach the receivers that tests start.
      const env = { SMTP_URL: mailbox.url, ALERT_ALLOW_PRIVATE: '127.0.0.1' }
      const stack = await startStack({ dataDir, env })
      await use(stack)
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
