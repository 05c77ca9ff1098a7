import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange } from 'urql'
import { expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { ScriptTestPanel } from './script-test.tsx'

const result = { outputs: null, error: null, log: [], progress: null, ms: 12 }

// Fails when the run sends the saved code, or shows neither the trace nor the log.
it('runs the unsaved code and shows outputs, log and fault', async () => {
  const error = { reason: 'TypeError: bad', trace: 'TypeError: bad\n    at default (script.js:2:3)', line: 2 }
  const answers = [
    { ...result, outputs: { a: 1 }, log: ['one', 'two'], progress: 0.5 },
    { ...result, error },
  ]
  const gateway = fakeGateway(() => ({ body: { data: { testScript: answers.shift() } } }))
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: gateway.fetch,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  })
  const faults: unknown[] = []
  const panel = <ScriptTestPanel id="s1" name="Clean up" code="y" onFault={(fault) => faults.push(fault)} />
  renderRoutes([{ path: '/', element: panel }], { at: '/', client })
  expect(await screen.findByText('task.script.cleanup')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Test this code' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('Ran 12 ms, progress 50 %')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Outputs' }).textContent).toContain('"a": 1')
  expect(screen.getByRole('region', { name: 'Log' }).textContent).toBe('one\ntwo')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  expect((await screen.findByRole('region', { name: 'Fault' })).textContent).toContain('script.js:2:3')
  expect(faults.at(-1)).toEqual(error)
})
