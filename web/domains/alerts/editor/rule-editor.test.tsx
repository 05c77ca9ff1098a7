import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chooseFromMenu } from '#tests/support/menus.ts'
import { openAlerts, rule, webhook } from '../test-bed.tsx'

const fault = (path: string, message: string) => () => ({
  errors: [{ message, extensions: { code: 'BAD_REQUEST', faults: [{ path, message }] } }],
})
const secret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const rotated = () => ({
  rotateAlertSecret: { __typename: 'AlertSecret', targetId: 'w1', secret, oldSecretUntil: null },
})
const editor = async (name: string) => within(await screen.findByRole('region', { name }))

it('a rule is a sentence whose words are choices, and is counted while it is edited', async () => {
  const { user, callsOf } = openAlerts('&rule=new&kind=runFailed&planId=p1')
  const form = await editor('New Rule')
  expect(await form.findByText('twice in 7 days')).toBeTruthy()
  expect(callsOf('AlertPreview').at(-1)?.variables).toEqual({
    when: { kind: 'runFailed', minutes: null },
    scope: { planId: 'p1' },
  })
  expect(await form.findByRole('button', { name: 'Plan: Month close' })).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'What happens: a run fails' }))
  await chooseFromMenu('menuitemradio', 'a key expires within 14 days')
  await waitFor(() => expect(form.queryByRole('button', { name: /^Plan: / })).toBeNull())
  await waitFor(() =>
    expect(callsOf('AlertPreview').at(-1)?.variables).toEqual({
      when: { kind: 'keyExpires', minutes: null },
      scope: {},
    }),
  )
  expect(form.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Keys expire')
})

it('counts what would have been sent in the same minute together', async () => {
  const at = (minute: number) => new Date(2026, 2, 1, 14, minute).toISOString()
  const time = (minute: number, sentence: string) => ({
    __typename: 'AlertPreviewTime',
    at: at(minute),
    sentence,
  })
  const times = [time(9, 'd'), time(7, 'c'), time(7, 'b'), time(7, 'a'), time(5, 'z'), time(3, 'y')]
  openAlerts('&rule=new&kind=runFailed', undefined, {
    AlertPreview: () => ({
      alertPreview: { __typename: 'AlertPreview', total: 40, since: at(0), times },
    }),
  })
  const form = await editor('New Rule')
  const line = await form.findByText(/3 times/)
  expect(line.title).toBe('c\nb\na')
  expect(line.parentElement?.textContent).toMatch(/14:09, .*14:07 \(3 times\), .*14:05 and 35 more$/)
})

it('saves a new rule by Ctrl Enter, and shows the secret of its webhook once', async () => {
  const made = rule('r9', { name: 'Pager', to: [webhook('w1', 'https://pager.example/in')] })
  const { user, callsOf, address } = openAlerts('&rule=new', undefined, {
    CreateAlert: () => ({ createAlert: made }),
    RotateAlertSecret: rotated,
  })
  const form = await editor('New Rule')
  await user.type(form.getByRole('textbox', { name: 'E-mails' }), 'ana@northwind.example')
  await user.click(form.getByRole('button', { name: 'Add a webhook' }))
  await user.type(form.getByRole('textbox', { name: 'Webhook' }), 'https://pager.example/in')
  fireEvent.keyDown(form.getByRole('textbox', { name: 'Webhook' }), { key: 'Enter', ctrlKey: true })
  const dialog = within(await screen.findByRole('dialog', { name: 'Secret of the webhook' }))
  expect(callsOf('CreateAlert')[0]?.variables['rule']).toMatchObject({
    when: { kind: 'failureOpened', minutes: null },
    to: [
      { kind: 'email', address: 'ana@northwind.example' },
      { kind: 'webhook', url: 'https://pager.example/in' },
    ],
  })
  expect(callsOf('RotateAlertSecret')[0]?.variables).toEqual({ id: 'r9', targetId: 'w1' })
  expect(dialog.getByText(secret)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(address()).toBe('/account?tab=alerts&rule=r9'))
  expect(screen.queryByText(secret)).toBeNull()
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})

it('a forbidden address is refused at its field', async () => {
  const { user } = openAlerts('&rule=new', undefined, {
    CreateAlert: fault('to[0].url', 'is a forbidden address'),
  })
  const form = await editor('New Rule')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Add an e-mail address, a webhook or a chat.')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Add a chat' }))
  await user.type(form.getByRole('textbox', { name: 'Chat' }), 'http://10.0.0.5/')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const field = form.getByRole('textbox', { name: 'Chat' })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(form.getByText('Forbidden address: messages reach only public ones.')).toBeTruthy()
})

it('sends a test before it is saved, and shows what each address answered', async () => {
  const answer = {
    __typename: 'AlertTestDelivery',
    targetId: null,
    kind: 'webhook',
    to: 'https://pager.example/in',
  }
  const { user, callsOf } = openAlerts('&rule=r1', undefined, {
    TestAlert: () => ({
      testAlert: [
        { ...answer, kind: 'email', to: 'ben@northwind.example', status: null, ms: 210, error: null },
        { ...answer, status: 200, ms: 84, error: null },
        { ...answer, status: 404, ms: 12, error: 'answered 404: gone\nmore' },
      ],
    }),
  })
  const form = await editor('Rule r1')
  const test = form.getByRole('button', { name: 'Send a test' })
  // In the foot, which stays on the screen while the fields are scrolled.
  expect(test.parentElement?.contains(form.getByRole('button', { name: 'Save' }))).toBe(true)
  await user.click(test)
  expect(await form.findByText('200 in 84 ms')).toBeTruthy()
  expect(form.getByText('taken in 210 ms')).toBeTruthy()
  expect(form.getByText('answered 404: gone')).toBeTruthy()
  expect(callsOf('TestAlert')[0]?.variables['rule']).toMatchObject({ name: 'Rule r1', ruleId: 'r1' })
  expect(callsOf('UpdateAlert')).toEqual([])
})

it('a saved webhook shows the end of its secret, and gets a new one', async () => {
  const { user, callsOf } = openAlerts(
    '&rule=r1',
    { rules: [rule('r1', { to: [webhook('w1', 'https://pager.example/in')] })] },
    { RotateAlertSecret: rotated },
  )
  const form = await editor('Rule r1')
  expect(form.getByText('whsec_••••••••••4f2a')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'New secret' }))
  expect(await screen.findByText(/A secret before it signs for 24 more hours/)).toBeTruthy()
  expect(callsOf('RotateAlertSecret')[0]?.variables).toEqual({ id: 'r1', targetId: 'w1' })
})

it('closing with changes asks, by Escape too', async () => {
  const { user, address } = openAlerts('&rule=r1')
  const form = await editor('Rule r1')
  const name = form.getByLabelText(/^Name/)
  await user.type(name, '!')
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  expect(address()).toBe('/account?tab=alerts&rule=r1')
  await user.click(question.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/account?tab=alerts'))
})

it('deletes a rule after a question', async () => {
  const { user, callsOf, address } = openAlerts('&rule=r1', undefined, {
    DeleteAlert: () => ({ deleteAlert: 'r1' }),
  })
  await user.click((await editor('Rule r1')).getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete the rule?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/account?tab=alerts'))
  expect(callsOf('DeleteAlert')[0]?.variables).toEqual({ id: 'r1' })
})
