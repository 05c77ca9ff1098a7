import {
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { AppError } from '#server/lib/errors.ts'
import { MAX_TOKENS, sizeLimits } from './query-limits.ts'

/** Documents kept ready; only `GRAPHQL_OPERATIONS=any` can ask for more than the client has. */
const MAX_DOCUMENTS = 500

/** A document that was parsed and checked, and the operation in it that is to run. */
export interface PreparedOperation {
  text: string
  document: DocumentNode
  operation: OperationDefinitionNode
  isSubscription: boolean
}

export interface Documents {
  /** Parses and validates, or takes what it already has. Throws AppError BAD_REQUEST with every fault. */
  prepare(text: string, operationName: string | null | undefined): PreparedOperation
}

export function createDocuments(schema: GraphQLSchema, options: { introspection: boolean }): Documents {
  const documents = new Map<string, DocumentNode>()
  const rules = options.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]

  function documentOf(text: string): DocumentNode {
    const known = documents.get(text)
    if (known) return known
    const document = parseText(text)
    // The sizes first: the time of the other rules grows with the square of some of them.
    const faults = [...validate(schema, document, [sizeLimits])]
    if (!faults.length) faults.push(...validate(schema, document, rules, { maxErrors: 10 }))
    if (faults.length) throw badOperation(faults)
    if (documents.size >= MAX_DOCUMENTS) documents.delete(documents.keys().next().value as string)
    documents.set(text, document)
    return document
  }

  const prepared = new WeakMap<OperationDefinitionNode, PreparedOperation>()
  return {
    prepare(text, operationName) {
      const document = documentOf(text)
      const operation = getOperationAST(document, operationName || undefined)
      if (!operation)
        throw new AppError('BAD_REQUEST', 'operationName: must name one operation of the document')
      let known = prepared.get(operation)
      if (!known) {
        const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION
        known = { text, document, operation, isSubscription }
        prepared.set(operation, known)
      }
      return known
    },
  }
}

/** The faults of an operation as one refusal. They speak of the request only, so they may be told. */
export function badOperation(faults: readonly Error[]): AppError {
  return new AppError('BAD_REQUEST', faults.map((fault) => fault.message).join('; '))
}

function parseText(text: string): DocumentNode {
  try {
    const document = parse(text, { maxTokens: MAX_TOKENS })
    const foreign = document.definitions.find(
      ({ kind }) => kind !== Kind.OPERATION_DEFINITION && kind !== Kind.FRAGMENT_DEFINITION,
    )
    if (foreign) throw new AppError('BAD_REQUEST', 'query: only operations and fragments are allowed')
    return document
  } catch (error) {
    if (error instanceof GraphQLError) throw badOperation([error])
    throw error
  }
}
