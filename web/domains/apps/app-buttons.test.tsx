import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange } from 'urql'
import { describe, expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { NewAppButton } from './app-buttons.tsx'
import { useEditApp } from './use-edit-app.tsx'

function open(answer: () => Promise<{ body: unknown }> | { body: unknown }) {
  const gateway = fakeGateway(answer)
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: gateway.fetch,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  })
  const routes = [
    { path: '/apps', element: <NewAppButton /> },
    { path: '/apps/:id', element: <p>the new app</p> },
  ]
  return { ...gateway, ...renderRoutes(routes, { at: '/apps', client }) }
}

const created = { data: { createApp: { __typename: 'App', id: 'a9', name: 'Depot', description: 'Weighs' } } }
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create' })

describe('New App', () => {
  it('confirms only with both texts, ignoring blanks', async () => {
    open(() => ({ body: created }))
    await userEvent.click(screen.getByRole('button', { name: 'New App' }))
    expect(await screen.findByRole('dialog', { name: 'New App' })).toBeTruthy()
    expect(screen.getByText('Enter a description for your app.')).toBeTruthy()
    expect(confirm().disabled).toBe(true)
    screen.getByText('Create needs a name and a description.')
    await userEvent.type(screen.getByLabelText('Name'), 'Depot')
    screen.getByText('Create needs a description.')
    expect(confirm().disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Description'), '   ')
    expect(confirm().disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Description'), 'Weighs')
    expect(confirm().disabled).toBe(false)
  })

  it('sends trimmed texts on Enter, is disabled meanwhile, then confirms and opens the app', async () => {
    let settle: (answer: { body: unknown }) => void = () => undefined
    const { calls, address } = open(() => new Promise((resolve) => (settle = resolve)))
    await userEvent.click(screen.getByRole('button', { name: 'New App' }))
    await userEvent.type(await screen.findByLabelText('Description'), ' Weighs ')
    await userEvent.type(screen.getByLabelText('Name'), ' Depot {Enter}{Enter}')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ variables: { name: 'Depot', description: 'Weighs' } })
    expect(screen.getByLabelText<HTMLInputElement>('Name').matches(':disabled')).toBe(true)
    settle({ body: created })
    expect(await screen.findByText('Created App: Depot')).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/apps/a9'))
  })

  it('keeps the dialog and its texts when the platform refuses', async () => {
    const { address } = open(() => ({ body: { errors: [{ message: 'The name is taken' }] } }))
    await userEvent.click(screen.getByRole('button', { name: 'New App' }))
    await userEvent.type(await screen.findByLabelText('Description'), 'Weighs')
    await userEvent.type(screen.getByLabelText('Name'), 'Depot{Enter}')
    expect(await screen.findByText('Error creating app: The name is taken')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Depot')
    expect(address()).toBe('/apps')
  })
})

describe('Edit App', () => {
  it('does not undo a change of another user: it shows the conflict, and loads theirs', async () => {
    const asked: string[] = []
    const gateway = fakeGateway((_method, _path, body) => {
      const { operationName, query = '' } = body as { operationName: string; query?: string }
      asked.push(operationName)
      if (!/UpdateApp/.test(operationName + query)) return { body: { data: { app: null } } }
      const extensions = { code: 'CONFLICT', versions: { stored: 2, yours: 1 } }
      return { body: { errors: [{ message: 'App was changed meanwhile', extensions }] } }
    })
    const client = new Client({
      url: 'http://console.test/graphql',
      fetch: gateway.fetch,
      preferGetMethod: false,
      exchanges: [fetchExchange],
    })
    const app = { id: 'a1', name: 'Depot', description: 'Weighs', version: 1 }
    const Page = () => {
      const { action, dialogs } = useEditApp(app)
      return (
        <>
          <button onClick={action.onSelect}>{action.label}</button>
          {dialogs}
        </>
      )
    }
    renderRoutes([{ path: '/', element: <Page /> }], { client })
    await userEvent.click(screen.getByRole('button', { name: 'Edit App' }))
    await userEvent.type(await screen.findByLabelText('Name'), ' mine{Enter}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Changed by somebody else' })
    expect(gateway.calls[0]?.body).toMatchObject({
      variables: { id: 'a1', name: 'Depot mine', description: 'Weighs', version: 1 },
    })
    expect(dialog.textContent).toContain('has changed this app since you opened it')
    await userEvent.click(screen.getByRole('button', { name: 'Load theirs' }))
    await waitFor(() => expect(asked).toEqual(['UpdateApp', 'App']))
  })
})
