import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { attentionOf, offering, openAttention } from './test-bed.tsx'
import { AwayLine } from './away-line.tsx'

const settingsSeen = (attentionSeenAt: string | null) => ({
  __typename: 'UserSettings',
  theme: null,
  timeZone: null,
  density: null,
  startPage: null,
  attentionSeenAt,
})
const since = { __typename: 'AttentionSince', since: null, failed: 4, completed: 120, opened: 3, closed: 2 }
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function open(seen: string | null, away: object | null = since, features = ['attention', 'profile']) {
  return openAttention(
    {
      ...offering(...features),
      Settings: () => ({ settings: settingsSeen(seen) }),
      SaveLastLook: ({ attentionSeenAt }) => ({ saveSettings: settingsSeen(attentionSeenAt as string) }),
      AttentionAway: () => attentionOf([], { away }),
    },
    '/dashboard/attention',
    [
      { path: '/dashboard/attention', Component: AwayLine },
      { path: '*', element: <p>elsewhere</p> },
    ],
  )
}
const fakeTimers = () => vi.useFakeTimers({ shouldAdvanceTime: true })

it('says what happened since the last look, until it is put away', async () => {
  const seen = ago(300)
  const bed = open(seen)
  expect((await screen.findByRole('note')).textContent).toMatch(
    /^While you were away, since .*\d\d:\d\d: 3 opened, 2 closed, 4 runs failed, 120 completed$/,
  )
  expect(bed.callsOf('AttentionAway')[0]?.variables).toEqual({ since: seen })
  screen.getByRole('button', { name: /^Hide/ }).click()
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})

it.each<[string, Parameters<typeof open>]>([
  ['the last look was a moment ago', [ago(3)]],
  ['there was none', [null]],
  ['nothing happened', [ago(300), { ...since, failed: 0, completed: 0, opened: null, closed: 0 }]],
  ['the platform does not tell', [ago(300), null]],
  ['the platform keeps no looks', [ago(300), since, ['attention']]],
])('says nothing when %s', async (_when, [seen, away, features]) => {
  const bed = open(seen, away, features)
  await waitFor(() => expect(bed.calls.length).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('note')).toBeNull()
  expect(bed.callsOf('Settings')).toHaveLength(features ? 0 : 1)
})

it('saves a look of a few seconds, and one that ends; a glance is none', async () => {
  fakeTimers()
  try {
    const bed = open(ago(300))
    await waitFor(() => expect(bed.callsOf('Settings')).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(1000)
    expect(bed.callsOf('SaveLastLook')).toEqual([])
    await vi.advanceTimersByTimeAsync(4000)
    expect(bed.callsOf('SaveLastLook')).toHaveLength(1)
    await bed.router.navigate('/elsewhere')
    await waitFor(() => expect(bed.callsOf('SaveLastLook')).toHaveLength(2))
    const [first, second] = bed
      .callsOf('SaveLastLook')
      .map(({ variables }) => String(variables['attentionSeenAt']))
    expect(first! < second!).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
