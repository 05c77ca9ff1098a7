import { expect, it } from 'vitest'
import { startTestGateway } from '#tests/support/gateway.ts'

it('lets running requests finish, and refuses new ones meanwhile', async () => {
  const gateway = await startTestGateway({ limits: { upstreamAnswerMs: 5_000, closeMs: 5_000 } })
  const cookie = await gateway.signIn()
  gateway.platform.mode('hang', '/api/apps')
  const running = gateway.http
    .get('/api/apps')
    .set('cookie', cookie)
    .then((answer) => answer.status)
  await gateway.platform.arrived('/api/apps')
  const closed = gateway.app.close()
  gateway.platform.release()
  expect(await running).toBe(200)
  await closed
  await gateway.close()
})

it('closes the remaining connections at the deadline; closing twice is idempotent', async () => {
  const gateway = await startTestGateway({ limits: { upstreamAnswerMs: 60_000, closeMs: 200 } })
  const cookie = await gateway.signIn()
  gateway.platform.mode('hang', '/api/apps')
  const running = gateway.http
    .get('/api/apps')
    .set('cookie', cookie)
    .then(
      ({ status }) => status,
      () => 'cut',
    )
  await gateway.platform.arrived('/api/apps')
  const started = performance.now()
  await Promise.all([gateway.app.close(), gateway.app.close()])
  expect(performance.now() - started).toBeLessThan(3_000)
  expect(await running).toBe('cut')
  await gateway.close()
})
