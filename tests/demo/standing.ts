import type { Call } from '../support/platform-process.ts'
import { demoUser } from './address.ts'
import type { Company } from './set-up.ts'

/** What goes on by itself in the company: runs at set times, and messages when something fails. */
export async function standingOrders(call: Call, { billing, warehouse, plans }: Company): Promise<void> {
  const schedule = (plan: string, appId: string, fields: object) => {
    const { id: planId, initialState } = plans.get(plan) ?? { id: '', initialState: {} }
    return call<{ _id: string }>('POST', 'schedules', Object.assign({ appId, planId, initialState }, fields))
  }
  await schedule('Nightly invoice run', billing, {
    name: 'Month of acme',
    cron: '30 2 * * 1-5',
    timeZone: 'Europe/London',
    pauseAfterFailures: 3,
  })
  await schedule('Invoice preview', billing, {
    name: 'Preview of the day',
    cron: '* * * * *',
    timeZone: 'Europe/London',
  })
  const refunds = await schedule('Refund batch', billing, {
    name: 'Refunds',
    cron: '0 6 * * *',
    timeZone: 'America/New_York',
    overlap: 'queue',
    catchUp: 'all',
  })
  await call('POST', `schedules/${refunds._id}/pause`, { reason: 'the bank is closed this week' })
  await schedule('Reindex search', warehouse, {
    name: 'Whole index',
    cron: '0 4 * * 0',
    timeZone: 'Europe/London',
    overlap: 'cancelPrevious',
  })
  const alert = (name: string, when: object, scope: object) =>
    call('POST', 'alerts', { name, when, scope, to: [{ kind: 'email', address: demoUser.email }] })
  await alert('Billing fails', { kind: 'failureOpened' }, { appId: billing })
  await alert('A run is late', { kind: 'runLate' }, {})
  await alert('Nobody polls', { kind: 'queueNobody', minutes: 5 }, {})
}
