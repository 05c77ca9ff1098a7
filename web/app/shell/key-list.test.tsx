import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { useKeys } from '#web/lib/use-keys.ts'
import { KeyList } from './key-list.tsx'

const names = { 'j k': 'next and previous row' }

function Part() {
  useKeys({ j: () => undefined, k: () => undefined }, names)
  return null
}

it('lists the keys of what is on the screen, and only those', async () => {
  const list = <KeyList open onClose={() => undefined} />
  const element = (shown: number) => (
    <>
      {Array.from({ length: shown }, (_, part) => (
        <Part key={part} />
      ))}
      {list}
    </>
  )
  const { router } = renderRoutes([
    { path: '/', element: element(2) },
    { path: '/one', element: element(1) },
    { path: '/none', element: element(0) },
  ])
  expect(await screen.findByText('next and previous row')).toBeTruthy()
  await act(() => router.navigate('/one'))
  expect(await screen.findByText('next and previous row')).toBeTruthy()
  await act(() => router.navigate('/none'))
  await waitFor(() => expect(screen.queryByText('next and previous row')).toBeNull())
  expect(screen.getByText('these keys')).toBeTruthy()
})
