import { userEvent } from '@testing-library/user-event'
import { renderRoutes } from '#tests/support/render.tsx'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { AlertsTab } from './alerts-tab.tsx'

const at = new Date(Date.now() - 60_000).toISOString()

/** A webhook of a rule, as the gateway answers it. */
export const webhook = (id: string, address: string) => ({
  __typename: 'AlertTarget',
  id,
  kind: 'webhook',
  address,
  secret: '************4f2a',
  oldSecretUntil: null,
})

/** A rule, as the gateway answers it. */
export const rule = (id: string, over: object = {}) => ({
  __typename: 'AlertRule',
  id,
  name: `Rule ${id}`,
  enabled: true,
  when: { __typename: 'AlertWhen', kind: 'queueNobody', minutes: 5 },
  scope: { __typename: 'AlertScope', appId: null, planId: null, tag: null, type: null },
  to: [
    {
      __typename: 'AlertTarget',
      id: `${id}-mail`,
      kind: 'email',
      address: 'ben@northwind.example',
      secret: null,
      oldSecretUntil: null,
    },
  ],
  quiet: null,
  sent: 2,
  last: { __typename: 'AlertLast', at, sentence: 'Nobody polls resize', state: 'sent' },
  created: at,
  createdBy: 'chi@northwind.example',
  updated: at,
  updatedBy: 'ana@northwind.example',
  ...over,
})

/** A delivery of the rule `r1`. */
export const delivery = (id: string, over: object = {}) => ({
  __typename: 'AlertDelivery',
  id,
  ruleId: 'r1',
  ruleName: 'Rule r1',
  kind: 'email',
  to: 'ben@northwind.example',
  at,
  sentence: 'Nobody polls resize',
  state: 'sent',
  tries: 1,
  nextTry: null,
  status: null,
  ms: 190,
  error: null,
  ...over,
})

/** The tab of alerts at an address, with a gateway that has these rules and deliveries. */
export function openAlerts(
  search: string,
  { rules = [rule('r1')], sent = [delivery('d1')] }: { rules?: object[]; sent?: object[] } = {},
  answers: Answers = {},
) {
  const gateway = createFakeGateway({
    AlertRules: () => ({ alertRules: rules }),
    AlertScopes: () => ({
      apps: [{ __typename: 'App', id: 'a1', name: 'Billing' }],
      plans: { __typename: 'PlanPage', rows: [{ __typename: 'Plan', id: 'p1', name: 'Month close' }] },
      taskTypes: ['task.growth.send'],
    }),
    AlertDeliveries: () => ({
      alertDeliveries: {
        __typename: 'AlertDeliveryPage',
        total: sent.length,
        day: { __typename: 'AlertDay', sent: 41, retrying: 1, gaveUp: 1 },
        rows: sent,
      },
    }),
    AlertPreview: () => ({
      alertPreview: {
        __typename: 'AlertPreview',
        total: 2,
        since: new Date(Date.now() - 7 * 86_400_000).toISOString(),
        times: [{ __typename: 'AlertPreviewTime', at, sentence: 'Nobody polls resize' }],
      },
    }),
    ...answers,
  })
  const view = renderRoutes([{ path: '/account', Component: AlertsTab }], {
    at: `/account?tab=alerts${search}`,
    client: gateway.client,
  })
  return { ...gateway, ...view, user: userEvent.setup() }
}
