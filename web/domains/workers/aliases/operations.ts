import { graphql } from '#web/lib/graphql.ts'
import { aliasFields } from '../operations.ts'

export const addAliasMutation = graphql(
  `
    mutation AddAlias($workerId: ID!, $name: String!) {
      addAlias(workerId: $workerId, name: $name) {
        ...AliasFields
      }
    }
  `,
  [aliasFields],
)

export const removeAliasMutation = graphql(`
  mutation RemoveAlias($workerId: ID!, $alias: String!) {
    removeAlias(workerId: $workerId, alias: $alias)
  }
`)

/** Only this answer has the private half. */
export const addPrivateKeyMutation = graphql(`
  mutation AddPrivateKey($workerId: ID!, $alias: String!, $name: String!) {
    addPrivateKey(workerId: $workerId, alias: $alias, name: $name) {
      privateKey
      key {
        id
        name
        createdAt
        expiresAt
      }
    }
  }
`)

export const removePrivateKeyMutation = graphql(`
  mutation RemovePrivateKey($workerId: ID!, $alias: String!, $keyId: ID!) {
    removePrivateKey(workerId: $workerId, alias: $alias, keyId: $keyId)
  }
`)

/** The platform audits each read, so it is sent only on a click. */
export const revealAliasSecretMutation = graphql(`
  mutation RevealAliasSecret($workerId: ID!, $alias: String!) {
    revealAliasSecret(workerId: $workerId, alias: $alias)
  }
`)
