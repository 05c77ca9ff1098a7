import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoutes } from '#tests/support/render.tsx'
import { UnknownAddress } from './unknown-address.tsx'

it('leads to the first page and says which address has no page', async () => {
  const routes = [
    { path: '/', element: <p>first page</p> },
    { path: '*', Component: UnknownAddress },
  ]
  const { address } = renderRoutes(routes, { at: '/no/such/page?x=1' })
  expect(await screen.findByText('There is no page /no/such/page')).toBeTruthy()
  expect(address()).toBe('/')
})
