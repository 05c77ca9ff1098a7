import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Answers } from '#tests/support/web-gateway.ts'
import { createBed, pageAt, withFeatures } from '../test-bed.tsx'
import { RunForm } from './run-form.tsx'

const user = userEvent.setup({ delay: null })
const inputSchema = {
  type: 'object',
  required: ['customer', 'address'],
  properties: {
    customer: { type: 'integer', title: 'Customer', description: 'Number in the ledger' },
    region: { enum: ['EU', 'US'], default: 'EU' },
    address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
}

function show(schema: unknown, answers: Answers = {}) {
  const started: unknown[] = []
  const bed = createBed({ ...withFeatures('stats', 'bulkStart'), ...answers })
  const content = { initialState: { kept: [1] }, inputSchema: schema }
  const form = (
    <RunForm
      title="Run Plan"
      draft="run"
      plan={{ id: 'p1', name: 'Invoice' }}
      content={content}
      appId="a1"
      running={false}
      onRun={(state) => started.push(state)}
      onClose={() => {}}
    />
  )
  const { ui, router } = pageAt(bed, '/apps/a1/workqueues/create', form)
  render(ui)
  return { bed, started, router }
}
const dialog = () => screen.findByRole('dialog', { name: 'Run Plan' })
const run = async (name = 'Run') => user.click(within(await dialog()).getByRole('button', { name }))

it('has a field for each input, says what is missing at its field, and runs with what was there', async () => {
  const { started } = show(inputSchema)
  const customer = await screen.findByLabelText(/Customer/, {}, { timeout: 15_000 })
  expect(screen.queryByText('Customer is required')).toBeNull()
  await run()
  expect(await screen.findByText('Customer is required')).toBeTruthy()
  expect(document.activeElement).toBe(customer)
  const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  write(customer, 'x')
  expect(screen.getByText('Customer must be a whole number')).toBeTruthy()
  write(customer, '991')
  write(screen.getByLabelText(/city/), 'Berlin')
  fireEvent.click(screen.getByText('Add'))
  write(screen.getByLabelText('1'), 'urgent')
  expect(screen.getByText('kept is not part of the form and stays as it is.')).toBeTruthy()
  expect(started).toEqual([])
  fireEvent.keyDown(customer, { key: 'Enter', ctrlKey: true })
  await waitFor(() =>
    expect(started).toEqual([
      { kept: [1], region: 'EU', address: { city: 'Berlin' }, customer: 991, tags: ['urgent'] },
    ]),
  )
})

it('edits one value as fields and as JSON', async () => {
  show(inputSchema)
  await screen.findByRole('textbox', { name: /Customer/ }, { timeout: 15_000 })
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  const editor = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Initial state' })
  expect(JSON.parse(editor.value)).toMatchObject({ region: 'EU', kept: [1] })
  fireEvent.change(editor, { target: { value: '{"customer": "x", "address": {}}' } })
  expect(screen.getByText('customer must be a whole number')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Form' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Customer/ }).value).toBe('x')
})

it('begins as the last run, says which, and goes back to the plan', async () => {
  const lastRun = { __typename: 'Workqueue', id: 'w7', name: 'Invoice', created: '2026-03-01T10:00:00Z' }
  show(null, { LastRun: () => ({ lastRun: { ...lastRun, initialState: { customer: 5 } } }) })
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Initial state' })
  await user.click(await screen.findByRole('button', { name: 'As the last run' }))
  await waitFor(() => expect(JSON.parse(editor.value)).toEqual({ customer: 5 }))
  expect(screen.getByRole('link', { name: 'Invoice' }).getAttribute('href')).toBe('/apps/a1/workqueues/w7')
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(JSON.parse(editor.value)).toEqual({ kept: [1] })
})

it('starts a run for each row without a fault, and shows the receipt', async () => {
  const receipt = {
    __typename: 'Receipt',
    id: 'r1',
    kept: true,
    action: 'start-workqueues',
    total: 2,
    done: 2,
    failed: 0,
    created: '2026-03-01T10:00:00Z',
    createdBy: 'ana',
    ended: '2026-03-01T10:00:01Z',
    succeeded: [],
    refused: [],
  }
  const { bed, router } = show(inputSchema, { StartWorkqueues: () => ({ startWorkqueues: receipt }) })
  await user.click(await screen.findByRole('button', { name: 'Run for each' }))
  const rows = await screen.findByRole('textbox', { name: /Rows/ }, { timeout: 15_000 })
  fireEvent.change(rows, { target: { value: 'customer,address.city\n1,Bonn\nx,Köln\n3,Ulm\n' } })
  expect(
    await screen.findByText(
      '2 runs start. 1 row has a fault and is left out: the receipt numbers the rows without it.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('customer must be a whole number')).toBeTruthy()
  await run('Run 2')
  await waitFor(() => expect(router.state.location.search).toBe('?receipt=r1'))
  expect(bed.callsOf('StartWorkqueues')[0]?.variables).toMatchObject({
    appId: 'a1',
    planId: 'p1',
    states: [
      { kept: [1], region: 'EU', customer: 1, address: { city: 'Bonn' } },
      { customer: 3, address: { city: 'Ulm' } },
    ],
  })
})

it('starts no runs for rows while the initial state below them has a fault, and says so', async () => {
  show(null)
  const editor = await screen.findByRole('textbox', { name: 'Initial state' })
  fireEvent.change(editor, { target: { value: '{"region": ' } })
  await user.click(await screen.findByRole('button', { name: 'Run for each' }))
  const rows = await screen.findByRole('textbox', { name: /Rows/ }, { timeout: 15_000 })
  fireEvent.change(rows, { target: { value: 'customer\n1\n' } })
  expect(await screen.findByText(/^The initial state that each row is added to has a fault: /)).toBeTruthy()
  expect(screen.queryByText('1 run starts.')).toBeNull()
})

it('offers nothing that the platform lacks', async () => {
  show(null, withFeatures())
  await screen.findByRole('textbox', { name: 'Initial state' })
  expect(screen.queryByRole('button', { name: 'Run for each' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'As the last run' })).toBeNull()
})
