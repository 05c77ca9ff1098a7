import { Webhook } from 'standardwebhooks'
import { answerWith, startReceiver, type Receiver } from '../support/receiver.ts'
import { failing } from './definitions.ts'
import { expect, test as base } from './operator.ts'
import { AlertsPage } from './pages/alerts-page.ts'
import { unique } from './unique.ts'

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    await receiver.close()
  },
})

test('a rule is tested, saved with its secret shown once, sends after a failed run, and is deleted', async ({
  page,
  api,
  receiver,
}) => {
  const alerts = new AlertsPage(page)
  const [name, tag] = [unique('Pager'), unique('lane').replace(' ', '-')]
  const appId = await api.createApp()
  await alerts.goto(`&rule=new&kind=runFailed&tag=${tag}`)
  const form = alerts.editor()
  await expect(form).toContainText('Would have sent nothing in')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: /^Remove / }).click()
  await form.getByRole('button', { name: 'Add a webhook' }).click()
  const address = form.getByLabel('Webhook', { exact: true })
  await address.fill('http://10.0.0.5/in')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Forbidden address: messages reach only public ones.')).toBeVisible()
  await address.fill(receiver.url)
  await form.getByRole('button', { name: 'Send a test' }).click()
  await expect(form.getByText(/^200 in \d+ ms$/)).toBeVisible()
  await address.press('Control+Enter')
  const secret = await alerts.secret()
  const saved = alerts.editor(name)
  await expect(saved).toContainText(secret.slice(-4))
  await expect(page.getByText(secret)).toHaveCount(0)

  receiver.got.length = 0
  const run = await api.start(appId, { ...failing('Unlucky'), tags: [tag] })
  await api.reaches(run, 'failed')
  await expect(alerts.deliveries().filter({ hasText: /200 in \d+ ms/ })).toHaveCount(1)
  await expect(alerts.row(name)).toContainText('Unlucky in')
  const [got] = receiver.got
  const sent = new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
  expect(sent).toMatchObject({ type: 'alert.runFailed', data: { workqueueId: run } })

  await saved.getByRole('button', { name: 'New secret' }).click()
  expect(await alerts.secret()).not.toBe(secret)
  await expect(saved).toContainText('The secret before it signs too until')
  await saved.getByLabel('Name').fill('Other')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await saved.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(alerts.row(name)).toHaveCount(0)
})

test('a message that does not arrive says why and when it is tried again', async ({
  page,
  api,
  receiver,
}) => {
  const alerts = new AlertsPage(page)
  const [name, tag] = [unique('Busy'), unique('lane').replace(' ', '-')]
  const id = await api.create('alerts', {
    name,
    when: { kind: 'runFailed' },
    scope: { tag },
    to: [{ kind: 'chat', url: receiver.url }],
  })
  receiver.next.push(answerWith(503, {}, 'too busy'))
  await api.start(await api.createApp(), { ...failing('Unlucky'), tags: [tag] })
  await alerts.goto(`&rule=${id}`)
  const delivery = alerts.deliveries().filter({ hasText: '1 of 8: answered 503: too busy' })
  await expect(delivery).toContainText('retrying at')
  await expect(alerts.row(name)).toContainText('retrying')
  await delivery.getByRole('button', { name: /^Send the message of Busy/ }).click()
  await expect(alerts.deliveries().filter({ hasText: /200 in \d+ ms/ })).toHaveCount(1)
  expect(receiver.got.map(({ body }) => body)).toEqual([
    expect.stringContaining('Unlucky in'),
    expect.stringContaining('Unlucky in'),
  ])
  await api.remove(`alerts/${id}`)
})
