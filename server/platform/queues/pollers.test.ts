import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { systemClock } from '#server/lib/clock.ts'
import { createPollers } from './pollers.ts'

test('callers that wait for a flush share the next one, and a stop waits for it', async () => {
  const saves: { names: string[]; end: () => void }[] = []
  const store = {
    save: (rows: readonly { hostName: string }[]) =>
      new Promise<void>((end) => saves.push({ names: rows.map(({ hostName }) => hostName), end })),
    remove: async () => undefined,
  }
  const pollers = createPollers({ store, clock: systemClock, log: pino({ level: 'silent' }) })
  const heard = (hostName: string) =>
    pollers.works(
      { aliasId: 'a', accountId: 'a', type: 't', alias: 'default' },
      { name: { hostName, version: null }, source: '10.0.0.1' },
    )
  heard('one')
  const first = pollers.flush()
  await vi.waitFor(() => expect(saves).toHaveLength(1))
  heard('two')
  const waiting = [pollers.flush(), pollers.flush()]
  saves[0]!.end()
  await first
  await vi.waitFor(() => expect(saves).toHaveLength(2))
  heard('three')
  const stopped = pollers.stop()
  await setTimeout(50)
  expect(saves).toHaveLength(2)
  saves[1]!.end()
  await Promise.all(waiting)
  await vi.waitFor(() => expect(saves).toHaveLength(3))
  saves[2]!.end()
  await stopped
  expect(saves.map(({ names }) => names)).toEqual([['one'], ['two'], ['three']])
})
