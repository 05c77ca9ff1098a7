import { expect, test } from 'vitest'
import { actSentence, type Act } from './sentence.ts'

const act = (action: string, rest: Partial<Act> = {}): Act => ({
  action,
  entity: 'e1',
  detail: null,
  about: null,
  ...rest,
})
const about = (name: string, rest: Partial<NonNullable<Act['about']>> = {}) => ({ name, ...rest })
const text = ({ before, name, after }: ReturnType<typeof actSentence>) => `${before}[${name}]${after}`

test.each<[Act, string]>([
  [
    act('task.restart', { about: about('Charge cards'), detail: 'canary' }),
    'restarted the task [Charge cards], canary',
  ],
  [
    act('task.skip', { about: about('Charge cards', { run: 'Nightly', workqueueId: 'w1' }) }),
    'skipped the task [Charge cards] of Nightly',
  ],
  [
    act('task.skip', { about: about('Charge cards', { run: 'Nightly', workqueueId: 'here' }) }),
    'skipped the task [Charge cards]',
  ],
  [act('plan.update'), 'changed [a plan that is gone]'],
  [
    act('deployment.update', { about: about('chargecard'), detail: 'Docker Tag 2.14.0 → 2.14.1' }),
    'changed the deployment [chargecard]: Docker Tag 2.14.0 → 2.14.1',
  ],
  [act('plan.delete', { detail: 'Nightly' }), 'deleted the plan [Nightly]'],
  [act('deployment.delete'), 'deleted [a deployment that is gone]'],
  [act('plan.update-many', { entity: null, detail: '1 of 3: {}' }), 'changed many plans[], 1 of 3: {}'],
  [act('session.login'), 'signed in[]'],
  [
    act('worker.add-private-key', { about: about('OCR'), detail: 'default/ci' }),
    'added a private key to the worker [OCR], default/ci',
  ],
  [act('collaborator.add', { about: about('bo@x.test') }), 'added the collaborator [bo@x.test]'],
  [act('member.remove', { detail: 'bo@x.test' }), 'removed the team member [bo@x.test]'],
  [
    act('membership.update', { about: about('bo@x.test'), detail: 'owner' }),
    'changed the role of [bo@x.test] to owner',
  ],
  [act('membership.delete', { detail: 'bo@x.test' }), 'removed [bo@x.test] from the account'],
  [
    act('invitation.invite', { about: about('Billing'), detail: 'bo@x.test' }),
    'invited bo@x.test to [Billing]',
  ],
  [act('invitation.invite', { detail: 'bo@x.test' }), 'invited bo@x.test to [the account]'],
  [act('invitation.withdraw', { detail: 'bo@x.test' }), 'withdrew the invitation of [bo@x.test]'],
  [
    act('receipt.restart-tasks', {
      about: about('Nightly', { total: 12, done: 11, failed: 1, status: 'failed' }),
    }),
    'restarted [12 failed tasks of Nightly]: 11 of 12 done, 1 refused',
  ],
  [
    act('receipt.restart-tasks', {
      actor: 'ana@x',
      at: '2026-11-22T14:02:00.000Z',
      about: about('Card declined', {
        total: 4,
        done: 0,
        failed: 0,
        status: 'failed',
        alias: 'stable',
        cancelledBy: 'ana@x',
        cancelledAt: '2026-11-22T14:02:03.400Z',
      }),
    }),
    'restarted [4 failed tasks of Card declined on stable], undone after 3 s',
  ],
  [
    act('receipt.restart-tasks', {
      actor: 'ana@x',
      about: about('Card declined', { total: 4, status: 'failed', cancelledBy: 'ben@x' }),
    }),
    'restarted [4 failed tasks of Card declined], undone by ben before it began',
  ],
  [
    act('receipt.cancel', {
      about: about('Card declined', { total: 4, status: 'failed', action: 'restart-tasks' }),
    }),
    'cancelled before it began: [Restart of 4 failed tasks of Card declined]',
  ],
  [
    act('attention.assign', { about: about('Nobody polls resize'), detail: 'bo@x.test' }),
    'assigned the item of Attention [Nobody polls resize] to bo@x.test',
  ],
  [
    act('failure.assign', { about: about('Card declined'), detail: 'bo@x.test' }),
    'assigned the failure [Card declined] to bo@x.test',
  ],
  [
    act('failure.assign', { about: about('Card declined'), detail: 'no owner' }),
    'assigned the failure [Card declined], no owner',
  ],
  [act('attention.assign', { detail: 'bo@x.test' }), 'assigned [an item of Attention] to bo@x.test'],
  [act('receipt.restart-tasks'), 'restarted tasks[]'],
])('%o', (record, sentence) => {
  expect(text(actSentence(record, 'here'))).toBe(sentence)
})
