import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { ReferencePage } from './reference-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const app = {
  type: 'object',
  required: ['_id'],
  properties: { _id: { type: 'string' }, name: { type: 'string' } },
}
const answer = (schema: object) => ({ content: { 'application/json': { schema } } })
const document = {
  openapi: '3.1.0',
  info: { version: '9.9.9' },
  paths: {
    '/api/apps': {
      get: {
        summary: 'List apps',
        security: [{ app: [] }],
        responses: { 200: answer({ $ref: '#/components/schemas/App' }) },
      },
      post: { summary: 'Create an app', requestBody: answer(app), responses: { 204: {} } },
    },
    '/api/teams/{id}': {
      get: { summary: 'One team', parameters: [{ name: 'id', in: 'path', required: true }] },
    },
  },
  components: { schemas: { App: app } },
}

function open(at: string, body: unknown = document, status = 200) {
  Element.prototype.scrollIntoView = vi.fn()
  vi.stubGlobal('fetch', fakeGateway(() => ({ body, status })).fetch)
  return renderRoutes([{ path: '/reference', Component: ReferencePage }], { at })
}

const row = (name: RegExp) => screen.findByRole('button', { name })

it('lists the calls by group and opens one, with its address', async () => {
  const { router } = open('/reference')
  await userEvent.click(await row(/GET \/api\/apps List apps/))
  expect(router.state.location.hash).toBe('#get-api-apps')
  const group = screen.getByRole('region', { name: 'Apps' })
  const command = within(group).getByText(/^curl/)
  expect(command.textContent).toBe(
    `curl \\\n  --user "$KEY:$SECRET" \\\n  '${window.location.origin}/api/apps'`,
  )
  expect(within(group).getByText('_id')).toBeTruthy()
  await userEvent.click(await row(/POST \/api\/apps/))
  expect((await row(/GET \/api\/apps/)).getAttribute('aria-expanded')).toBe('false')
})

it('goes to a group by its title, which is in the address and marked', async () => {
  const { router } = open('/reference', {
    ...document,
    tags: [{ name: 'Apps and tokens', description: 'What runs belong to.' }],
    paths: { '/api/apps': { get: { summary: 'List apps', tags: ['Apps and tokens'] } } },
  })
  const link = await screen.findByRole('link', { name: /Apps and tokens/ })
  expect(link.getAttribute('href')).toBe('#calls-apps-and-tokens')
  await userEvent.click(link)
  expect(router.state.location.hash).toBe('#calls-apps-and-tokens')
  expect(link.getAttribute('aria-current')).toBe('location')
  expect(screen.getByText('What runs belong to.')).toBeTruthy()
  await userEvent.click(await row(/List apps/))
  expect(screen.getByRole('button', { name: 'Copy link to GET /api/apps' })).toBeTruthy()
})

it('opens the call of its address', async () => {
  open('/reference#get-api-teams-id-')
  expect((await row(/One team/)).getAttribute('aria-expanded')).toBe('true')
})

it('finds calls by the words of the search, which is in the address', async () => {
  const { address } = open('/reference')
  await row(/List apps/)
  await userEvent.keyboard('/')
  await userEvent.keyboard('create')
  expect(screen.queryByRole('button', { name: /List apps/ })).toBeNull()
  expect(screen.getByText('1 call', { selector: '[role=status]' })).toBeTruthy()
  expect(address()).toBe('/reference?search=create')
  await userEvent.keyboard('x')
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await row(/List apps/)).toBeTruthy()
})

it('says that a platform has no reference', async () => {
  open('/reference', { statusCode: 404, code: 'NOT_FOUND', message: 'Not found' }, 404)
  expect(await screen.findByText('This platform publishes no reference')).toBeTruthy()
})

it('says why the reference could not be read', async () => {
  open('/reference', { statusCode: 500, code: 'INTERNAL', message: 'Something went wrong' }, 500)
  expect(await screen.findByText('Error loading the reference: Something went wrong')).toBeTruthy()
})
