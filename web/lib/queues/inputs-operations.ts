import { graphql } from '../graphql.ts'

/** The JSON Schemas of the inputs of tasks, of one type or of all. */
export const taskInputsQuery = graphql(`
  query TaskInputs($type: String) {
    taskInputs(type: $type) {
      type
      inputSchema
    }
  }
`)
