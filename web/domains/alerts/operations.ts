import { graphql, type ResultOf } from '#web/lib/graphql.ts'

const ruleFields = graphql(`
  fragment AlertRuleFields on AlertRule @_unmask {
    id
    name
    enabled
    when {
      kind
      minutes
    }
    scope {
      appId
      planId
      tag
      type
    }
    to {
      id
      kind
      address
      secret
      oldSecretUntil
    }
    quiet {
      from
      to
      timeZone
    }
    sent
    last {
      at
      sentence
      state
    }
    created
    createdBy
    updated
    updatedBy
  }
`)
export type Rule = ResultOf<typeof ruleFields>

export const alertRulesQuery = graphql(
  `
    query AlertRules {
      alertRules {
        ...AlertRuleFields
      }
    }
  `,
  [ruleFields],
)

/** Names of what rules are limited to, to show and to choose. */
export const alertScopesQuery = graphql(`
  query AlertScopes {
    apps {
      id
      name
    }
    plans(perPage: 200) {
      rows {
        id
        name
      }
    }
    taskTypes
  }
`)

/** How often a rule would have sent, while it is edited. */
export const alertPreviewQuery = graphql(`
  query AlertPreview($when: JSON!, $scope: JSON) {
    alertPreview(when: $when, scope: $scope) {
      total
      since
      times {
        at
        sentence
      }
    }
  }
`)

const deliveryFields = graphql(`
  fragment AlertDeliveryFields on AlertDelivery @_unmask {
    id
    ruleId
    ruleName
    kind
    to
    at
    sentence
    state
    tries
    nextTry
    status
    ms
    error
  }
`)
export type Delivery = ResultOf<typeof deliveryFields>

export const alertDeliveriesQuery = graphql(
  `
    query AlertDeliveries($page: Int!, $perPage: Int!, $ruleId: ID, $state: String) {
      alertDeliveries(page: $page, perPage: $perPage, ruleId: $ruleId, state: $state) {
        total
        day {
          sent
          retrying
          gaveUp
        }
        rows {
          ...AlertDeliveryFields
        }
      }
    }
  `,
  [deliveryFields],
)

export const createAlertMutation = graphql(
  `
    mutation CreateAlert($rule: JSON!) {
      createAlert(rule: $rule) {
        ...AlertRuleFields
      }
    }
  `,
  [ruleFields],
)

export const updateAlertMutation = graphql(
  `
    mutation UpdateAlert($id: ID!, $rule: JSON!) {
      updateAlert(id: $id, rule: $rule) {
        ...AlertRuleFields
      }
    }
  `,
  [ruleFields],
)

export const deleteAlertMutation = graphql(`
  mutation DeleteAlert($id: ID!) {
    deleteAlert(id: $id)
  }
`)

export const rotateAlertSecretMutation = graphql(`
  mutation RotateAlertSecret($id: ID!, $targetId: ID!) {
    rotateAlertSecret(id: $id, targetId: $targetId) {
      targetId
      secret
      oldSecretUntil
    }
  }
`)

export const testAlertMutation = graphql(`
  mutation TestAlert($rule: JSON!) {
    testAlert(rule: $rule) {
      targetId
      kind
      to
      status
      ms
      error
    }
  }
`)
export type TestAnswer = ResultOf<typeof testAlertMutation>['testAlert'][number]

export const retryAlertDeliveryMutation = graphql(
  `
    mutation RetryAlertDelivery($id: ID!) {
      retryAlertDelivery(id: $id) {
        ...AlertDeliveryFields
      }
    }
  `,
  [deliveryFields],
)
