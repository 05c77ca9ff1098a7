import { ChakraProvider } from '@chakra-ui/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { system } from '#web/app/theme/system.ts'
import { QueueOverview } from './overview.tsx'

const readAt = Date.now()
const read = {
  isOffered: true,
  queues: [],
  failing: true,
  readAt,
  staleSince: readAt,
  reread: () => undefined,
}
const show = (isStale: boolean) => (
  <ChakraProvider value={system}>
    <QueueOverview rows={[]} read={read} isStale={isStale} />
  </ChakraProvider>
)

it('says that the verdicts are stale, unless the page says so of everything', () => {
  const { rerender } = render(show(false))
  expect(screen.getByText(/^verdicts stale, read /)).toBeTruthy()
  rerender(show(true))
  expect(screen.queryByText(/^verdicts stale/)).toBeNull()
})
