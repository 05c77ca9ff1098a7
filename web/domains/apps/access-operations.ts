import { graphql } from '#web/lib/graphql.ts'

export const collaboratorsQuery = graphql(`
  query Collaborators($appId: ID!) {
    collaborators(appId: $appId) {
      id
      email
      role
    }
  }
`)

export const addCollaboratorMutation = graphql(`
  mutation AddCollaborator($appId: ID!, $email: String!) {
    addCollaborator(appId: $appId, email: $email) {
      invited
    }
  }
`)

export const removeCollaboratorMutation = graphql(`
  mutation RemoveCollaborator($appId: ID!, $collaboratorId: ID!) {
    removeCollaborator(appId: $appId, collaboratorId: $collaboratorId)
  }
`)

const tokenRow = graphql(`
  fragment TokenRow on AppToken @_unmask {
    id
    key
    secret
    unreadable
  }
`)

const variableRow = graphql(`
  fragment VariableRow on AppVariable @_unmask {
    id
    name
    value
    unreadable
  }
`)

/** Access tokens and variables of an app, their secrets masked. */
export const appAccessQuery = graphql(
  `
    query AppAccess($appId: ID!) {
      app(id: $appId) {
        id
        secretsVisible
        tokens {
          ...TokenRow
        }
        variables {
          ...VariableRow
        }
      }
    }
  `,
  [tokenRow, variableRow],
)

export const addTokenMutation = graphql(
  `
    mutation AddToken($appId: ID!) {
      addToken(appId: $appId) {
        ...TokenRow
      }
    }
  `,
  [tokenRow],
)

export const removeTokenMutation = graphql(`
  mutation RemoveToken($appId: ID!, $tokenId: ID!) {
    removeToken(appId: $appId, tokenId: $tokenId)
  }
`)

export const revealTokenMutation = graphql(`
  mutation RevealToken($appId: ID!, $tokenId: ID!) {
    revealTokenSecret(appId: $appId, tokenId: $tokenId)
  }
`)

export const addVariableMutation = graphql(
  `
    mutation AddVariable($appId: ID!, $name: String!, $value: String!) {
      addVariable(appId: $appId, name: $name, value: $value) {
        ...VariableRow
      }
    }
  `,
  [variableRow],
)

export const removeVariableMutation = graphql(`
  mutation RemoveVariable($appId: ID!, $variableId: ID!) {
    removeVariable(appId: $appId, variableId: $variableId)
  }
`)

export const revealVariableMutation = graphql(`
  mutation RevealVariable($appId: ID!, $variableId: ID!) {
    revealVariable(appId: $appId, variableId: $variableId)
  }
`)
