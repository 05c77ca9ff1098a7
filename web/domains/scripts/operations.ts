import { graphql } from '#web/lib/graphql.ts'

/** A script as lists show it, without its code. */
const scriptRow = graphql(`
  fragment ScriptRow on Script @_unmask {
    id
    name
    description
    teamId
    teamName
    version
    updated
    updatedBy
  }
`)

export const scriptListQuery = graphql(
  `
    query ScriptList($page: Int!, $perPage: Int!, $sort: String, $search: String) {
      scripts(page: $page, perPage: $perPage, sort: $sort, search: $search) {
        total
        rows {
          ...ScriptRow
        }
      }
    }
  `,
  [scriptRow],
)

export const scriptQuery = graphql(
  `
    query Script($id: ID!) {
      script(id: $id) {
        ...ScriptRow
        code
      }
    }
  `,
  [scriptRow],
)

/** The last tasks of a type that have begun or wait, of all apps. */
export const scriptRunsQuery = graphql(`
  query ScriptRuns($type: String!, $perPage: Int!) {
    tasks(
      type: [$type]
      status: ["queued", "started", "retry", "ended", "failed"]
      page: 1
      perPage: $perPage
    ) {
      total
      rows {
        id
        name
        appId
        workqueueId
        workqueueName
        status
        created
        started
        ended
        reason
      }
    }
  }
`)

/** What a task was given, to test with. */
export const runInputsQuery = graphql(`
  query RunInputs($taskId: ID!) {
    taskPayload(taskId: $taskId) {
      resolved
    }
  }
`)

export const createScriptMutation = graphql(
  `
    mutation CreateScript($name: String!, $teamId: ID!) {
      createScript(name: $name, teamId: $teamId) {
        ...ScriptRow
      }
    }
  `,
  [scriptRow],
)

export const updateScriptMutation = graphql(
  `
    mutation UpdateScript($id: ID!, $name: String!, $description: String!, $code: String!, $version: Int) {
      updateScript(id: $id, name: $name, description: $description, code: $code, version: $version) {
        ...ScriptRow
        code
      }
    }
  `,
  [scriptRow],
)

export const deleteScriptMutation = graphql(`
  mutation DeleteScript($id: ID!) {
    deleteScript(id: $id)
  }
`)

export const testScriptMutation = graphql(`
  mutation TestScript($id: ID!, $inputs: JSON!, $code: String!) {
    testScript(id: $id, inputs: $inputs, code: $code)
  }
`)
