import { builder } from '#server/gateway/graphql/builder.ts'
import { pageArgs } from '#server/gateway/graphql/page.ts'
import { deletionResolver, idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import {
  AlertDeliveryPageRef,
  AlertDeliveryRef,
  AlertPreviewRef,
  AlertRuleRef,
  AlertSecretRef,
  AlertTestRef,
} from './types.ts'
import {
  createAlert,
  deleteAlert,
  listAlerts,
  listDeliveries,
  previewAlert,
  readAlert,
  retryDelivery,
  rotateAlertSecret,
  testAlert,
  updateAlert,
} from './upstream.ts'

builder.queryFields((t) => ({
  alertRules: t.field({
    description: 'The rules of the account, the oldest first; with the feature `alerts`.',
    type: [AlertRuleRef],
    resolve: (_root, _args, { call }) => listAlerts(call),
  }),
  alertRule: t.field({
    type: AlertRuleRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => readAlert(call, id),
  }),
  alertDeliveries: t.field({
    description: 'Messages to each address, newest first; with the feature `alerts`.',
    type: AlertDeliveryPageRef,
    args: { ...pageArgs(), ruleId: t.arg.id(), state: t.arg.string() },
    resolve: (_root, query, { call }) => listDeliveries(call, query),
  }),
  alertPreview: t.field({
    description: 'How often a rule would have sent in the last 7 days.',
    type: AlertPreviewRef,
    args: {
      when: t.arg({ type: 'JSON', required: true, description: '`{ kind, minutes? }`' }),
      scope: t.arg({ type: 'JSON', description: '`{ appId?, planId?, tag?, type? }`' }),
    },
    resolve: (_root, { when, scope }, { call }) => previewAlert(call, { when, scope: scope ?? {} }),
  }),
}))

const ruleArg = builder.args((t) => ({
  rule: t.field({ type: 'JSON', required: true, description: 'The body of the call of the platform.' }),
}))

builder.mutationFields((t) => ({
  createAlert: t.field({
    description: 'A webhook without a secret gets one, which only `rotateAlertSecret` shows.',
    type: AlertRuleRef,
    args: ruleArg,
    resolve: (_root, { rule }, { call }) => createAlert(call, rule),
  }),
  updateAlert: t.field({
    description:
      'Changes what is given; `to` replaces the whole list, in which masks stand for what is stored.',
    type: AlertRuleRef,
    args: { ...idArgs, ...ruleArg },
    resolve: (_root, { id, rule }, { call }) => updateAlert(call, id, rule),
  }),
  deleteAlert: t.id({ args: idArgs, resolve: deletionResolver(deleteAlert) }),
  rotateAlertSecret: t.field({
    description: 'A new secret of a webhook; the one before it signs for 24 more hours.',
    type: AlertSecretRef,
    args: { ...idArgs, targetId: t.arg.id({ required: true }) },
    resolve: (_root, { id, targetId }, { call }) => rotateAlertSecret(call, id, targetId),
  }),
  testAlert: t.field({
    description: 'Sends a test to each address of a rule that need not be saved; `ruleId` is the saved one.',
    type: [AlertTestRef],
    args: ruleArg,
    resolve: (_root, { rule }, { call }) => testAlert(call, rule),
  }),
  retryAlertDelivery: t.field({
    description: 'Tries a delivery again now.',
    type: AlertDeliveryRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => retryDelivery(call, id),
  }),
}))
