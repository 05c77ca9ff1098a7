import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { delivery, openAlerts, rule, webhook } from './test-bed.tsx'

const rowOf = async (name: string) => {
  const rules = within(await screen.findByRole('table', { name: 'Alerts' }))
  return (await rules.findByRole('link', { name })).closest('tr')!
}

it('lists rules in words, and what became of their last message', async () => {
  const last = { __typename: 'AlertLast', at: new Date().toISOString(), sentence: 'Late' }
  openAlerts('', {
    rules: [
      rule('r1', { scope: { __typename: 'AlertScope', appId: 'a1', planId: null, tag: 'eu', type: null } }),
      rule('r2', {
        to: [webhook('w1', 'https://pager.example/in'), webhook('w2', 'https://other.example/')],
        last: { ...last, state: 'gaveUp' },
      }),
      rule('r3', { enabled: false, when: { __typename: 'AlertWhen', kind: 'runLate', minutes: null } }),
      rule('r4', { last: { ...last, state: 'retrying' } }),
    ],
  })
  const first = await rowOf('Rule r1')
  expect(within(first).getByText('nobody polls a queue for 5 min')).toBeTruthy()
  expect(await within(first).findByText('app Billing, tag eu')).toBeTruthy()
  expect(within(first).getByText('Nobody polls resize')).toBeTruthy()
  const second = await rowOf('Rule r2')
  expect(second.textContent).toContain('pager.example+1')
  expect(second.textContent).toContain('gave up')
  const third = await rowOf('Rule r3')
  expect(third.textContent).toMatch(/a run is late.*off.*by ana on/)
  expect(within(third).getByRole<HTMLInputElement>('switch').checked).toBe(false)
  expect(screen.getByText('4 rules, 1 off').textContent).toBe('4 rules, 1 off, 1 gave up, 1 retrying')
})

it('a kind that only a later platform knows is named as it is', async () => {
  openAlerts('', {
    rules: [rule('r1', { when: { __typename: 'AlertWhen', kind: 'diskFull', minutes: 5 } })],
  })
  expect(within(await rowOf('Rule r1')).getByText('diskFull for 5 min')).toBeTruthy()
})

it('an account without rules is offered the three that most begin with', async () => {
  const { user, address } = openAlerts('', { rules: [], sent: [] })
  expect(await screen.findByText('Nobody is told when something fails')).toBeTruthy()
  expect(screen.queryByText('Deliveries')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'When nobody polls a queue for 5 min' }))
  expect(address()).toBe('/account?tab=alerts&rule=new&kind=queueNobody&minutes=5')
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Nobody polls')
})

it('switches a rule off in its row', async () => {
  const { user, callsOf } = openAlerts('', undefined, {
    UpdateAlert: () => ({ updateAlert: rule('r1', { enabled: false }) }),
  })
  await user.click(await screen.findByRole('switch', { name: 'Rule r1 is on' }))
  expect(callsOf('UpdateAlert')[0]?.variables).toEqual({ id: 'r1', rule: { enabled: false } })
  expect(await screen.findByText('Rule r1 is off')).toBeTruthy()
})

it('lists deliveries with their cause and next try, and tries one again', async () => {
  const nextTry = new Date(Date.now() + 60_000).toISOString()
  const failed = {
    kind: 'webhook',
    to: 'https://pager.example/in',
    tries: 3,
    status: 503,
    error: 'answered 503: busy',
  }
  const { user, callsOf } = openAlerts(
    '',
    {
      sent: [
        delivery('d1', { ...failed, state: 'retrying', nextTry }),
        delivery('d2', { ...failed, state: 'gaveUp' }),
        delivery('d3'),
      ],
    },
    {
      RetryAlertDelivery: () => ({
        retryAlertDelivery: delivery('d2', { ...failed, state: 'retrying', nextTry }),
      }),
    },
  )
  const table = within(await screen.findByRole('table', { name: 'Deliveries' }))
  await table.findByText(/3 of 8: answered 503: busy/)
  expect(table.getByText('gave up')).toBeTruthy()
  expect(table.getByText('delivered').parentElement?.textContent).toBe('delivered, taken in 190 ms')
  expect(table.getByText('mail ben@northwind.example')).toBeTruthy()
  expect(table.getAllByText('Nobody polls resize'), 'what was sent').toHaveLength(3)
  const [, gaveUp] = table.getAllByRole('button', {
    name: 'Send the message of Rule r1 to pager.example now',
  })
  await user.click(gaveUp!)
  expect(callsOf('RetryAlertDelivery')[0]?.variables).toEqual({ id: 'd2' })
  await waitFor(() => expect(table.queryByText('gave up')).toBeNull())
})

it('deliveries are those of the open rule, or of all, by their state', async () => {
  const { user, callsOf, address } = openAlerts('&rule=r1')
  const last = () => callsOf('AlertDeliveries').at(-1)?.variables
  await screen.findByRole('button', { name: 'This rule', pressed: true })
  await waitFor(() => expect(last()).toMatchObject({ ruleId: 'r1', state: null }))
  await user.click(screen.getByRole('button', { name: 'All rules' }))
  await waitFor(() => expect(last()).toMatchObject({ ruleId: null }))
  await user.click(screen.getByRole('button', { name: '1 gave up' }))
  await waitFor(() => expect(last()).toMatchObject({ ruleId: null, state: 'gaveUp' }))
  expect(address()).toBe('/account?tab=alerts&rule=r1&of=all&state=gaveUp')
})

it('says that a rule of an address does not exist', async () => {
  const { user, address } = openAlerts('&rule=gone')
  expect(await screen.findByText('This rule does not exist any more.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(address()).toBe('/account?tab=alerts')
})

it('says so for as long as the list is read again, and not before it was read', async () => {
  let answer = (_rules: object): void => {}
  const slow = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const { user, callsOf } = openAlerts('&rule=gone', undefined, { AlertRules: slow })
  const missing = () => screen.queryByText('This rule does not exist any more.')
  await waitFor(() => expect(callsOf('AlertRules')).toHaveLength(1))
  expect(missing()).toBeNull()
  answer({ alertRules: [rule('r1')] })
  await waitFor(() => expect(missing()).not.toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(callsOf('AlertRules')).toHaveLength(2))
  expect(missing()).not.toBeNull()
  answer({ alertRules: [rule('r1'), rule('gone')] })
  await waitFor(() => expect(missing()).toBeNull())
})

it('rules that cannot be read are said in their place, without a toast as well', async () => {
  openAlerts('', {}, { AlertRules: () => ({ errors: [{ message: 'no answer' }] }) })
  await screen.findByText(/^Error loading .*: no answer$/)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getAllByText(/^Error loading .*: no answer$/)).toHaveLength(1)
})

it('rules that were read say since when they are old, and are read again on request', async () => {
  let down = false
  const answer = () => (down ? { errors: [{ message: 'no answer' }] } : { alertRules: [rule('r1')] })
  const { user } = openAlerts('', {}, { AlertRules: answer })
  await rowOf('Rule r1')
  down = true
  const readAgain = await screen.findByRole('button', { name: /Read again/ }, { timeout: 8000 })
  expect(screen.queryByText(/^Error loading/), 'no toast beside the mark').toBeNull()
  expect(await rowOf('Rule r1')).toBeTruthy()
  down = false
  await user.click(readAgain)
  await waitFor(() => expect(screen.queryByText(/^stale/)).toBeNull())
})
