import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider, type Client } from 'urql'
import { expect, it, vi } from 'vitest'
import { log } from '#web/domains/workqueues/detail/test-bed.tsx'
import type { LogLine } from '../task.ts'
import { useEarlierLogs } from './use-workqueue-logs.ts'

const lines = Array.from({ length: 5010 }, (_, index) => log(`l${index}`))
const newest = lines.slice(-10)

type Variables = { before: string; limit: number }

/** Pages back from the newest ten entries; `answer` is the platform. Returns what was added and requested. */
function walk(answer: (variables: Variables) => LogLine[] | null) {
  const query = vi.fn((_document: unknown, variables: Variables) =>
    Promise.resolve({ data: answer(variables) && { workqueueLogs: answer(variables) } }),
  )
  const added: string[] = []
  const add = (page: readonly LogLine[]) => void added.unshift(...page.map(({ id }) => id))
  const client = { query } as unknown as Client
  const wrapper = ({ children }: { children: ReactNode }) => <Provider value={client}>{children}</Provider>
  const initialProps: { newest: LogLine[] | null } = { newest: null }
  const hook = renderHook(({ newest }) => useEarlierLogs('w1', newest, add), { wrapper, initialProps })
  return { ...hook, query, added }
}

const paged = ({ before, limit }: Variables) => {
  const end = lines.findIndex(({ id }) => id === before)
  return lines.slice(Math.max(0, end - limit), end)
}

it('fetches nothing until needed, then everything once, also when the newest entries are read again', async () => {
  const { rerender, query, added } = walk(paged)
  expect(query).not.toHaveBeenCalled()
  rerender({ newest })
  await waitFor(() => expect(added).toEqual(lines.slice(0, -10).map(({ id }) => id)))
  expect(query).toHaveBeenCalledTimes(3)
  rerender({ newest: [...newest] })
  expect(query).toHaveBeenCalledTimes(3)
})

it('stops where a platform has no pages, and where it refuses', async () => {
  for (const answer of [() => newest, () => null, () => Array.from({ length: 2000 }, () => newest[0]!)]) {
    const { rerender, query } = walk(answer)
    rerender({ newest })
    await waitFor(() => expect(query).toHaveBeenCalledTimes(1))
    await Promise.resolve()
    expect(query).toHaveBeenCalledTimes(1)
  }
})
