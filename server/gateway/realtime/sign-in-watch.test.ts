import { expect, test, vi } from 'vitest'
import { SIGN_INS_CHANNEL } from '#shared/realtime/events.ts'
import { fakeSource } from '#tests/support/live-gateway.ts'
import type { PlatformCapabilities } from '../session/capabilities.ts'
import type { Principal } from '../session/principal.ts'
import { createSignInWatch } from './sign-in-watch.ts'

const principal = { user: { _id: 'u1' } } as Principal

function watchAt(features: string[] | null) {
  const source = fakeSource()
  const onEnd = vi.fn<(userId: string) => void>()
  const known = features && { version: '1', features }
  const capabilities: PlatformCapabilities = { of: async () => known, told: async () => known }
  return { source, onEnd, watch: createSignInWatch({ source, capabilities, onEnd }) }
}

test('listens from the first socket on, to a platform with capabilities', async () => {
  const { source, onEnd, watch } = watchAt([])
  expect(source.channels()).toEqual([])
  watch.watch(principal)
  watch.watch(principal)
  await vi.waitFor(() => expect(source.channels()).toEqual([SIGN_INS_CHANNEL]))
  source.publish(SIGN_INS_CHANNEL, 'update', { _id: 'u1' })
  for (const data of [null, 'u2', {}, { _id: 3 }]) source.publish(SIGN_INS_CHANNEL, 'update', data)
  expect(onEnd.mock.calls).toEqual([['u1']])
  watch.stop()
  expect(source.channels()).toEqual([])
})

test('subscribes to nothing at a platform without capabilities', async () => {
  const { source, watch } = watchAt(null)
  watch.watch(principal)
  await Promise.resolve()
  expect(source.channels()).toEqual([])
})

test('does not begin after the stop', async () => {
  const { source, watch } = watchAt([])
  watch.watch(principal)
  watch.stop()
  await Promise.resolve()
  expect(source.channels()).toEqual([])
})
