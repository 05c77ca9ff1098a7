import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { paletteAsked } from './palette/typed-ahead.ts'
import { UnknownAddress } from './unknown-address.tsx'

it('leads to the first page, says which address has no page and offers to search for it', async () => {
  const routes = [
    { path: '/', element: <p>first page</p> },
    { path: '*', Component: UnknownAddress },
  ]
  const { address } = renderRoutes(routes, { at: '/no/such/page?x=1' })
  expect(await screen.findByText('There is no page /no/such/page')).toBeTruthy()
  expect(address()).toBe('/')
  const asked = vi.fn()
  paletteAsked.subscribe(asked)
  fireEvent.click(screen.getByRole('button', { name: 'Search for it' }))
  expect(asked).toHaveBeenCalled()
})
