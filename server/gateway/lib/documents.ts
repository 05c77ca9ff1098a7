import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
  type ValidationContext,
} from 'graphql'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'

/** Limits of one operation, over both transports. The operations of the console stay far below. */
export const MAX_DEPTH = 10
export const MAX_FIELDS = 200
export const MAX_ALIASES = 30
/** Tokens in the text of a document; parsing stops there. */
export const MAX_TOKENS = 4000
/** Characters in the text of a document: comments and blanks are no tokens, but a kept document keeps them. */
const MAX_TEXT = 100_000

/** Faults that a refusal names, and characters of each. */
const MAX_FAULTS = 10
const MAX_FAULT_LENGTH = 300

/** Documents kept in memory. Only `GRAPHQL_OPERATIONS=any` can send more than the client has. */
const MAX_DOCUMENTS = 500

/** A parsed and validated document, and the operation of it to execute. */
export interface PreparedOperation {
  text: string
  document: DocumentNode
  operation: OperationDefinitionNode
  isSubscription: boolean
}

export interface Documents {
  /** Parses and validates a text, once for the same text. Throws AppError BAD_REQUEST with every fault. */
  prepare(text: string, operationName: string | null | undefined): PreparedOperation
}

export function createDocuments(schema: GraphQLSchema, options: { introspection: boolean }): Documents {
  const documents = new BoundedMap<string, DocumentNode>(MAX_DOCUMENTS)
  const rules = options.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]

  function documentOf(text: string): DocumentNode {
    const known = documents.get(text)
    if (known) return known
    const document = parseText(text)
    // Sizes first: the time of some other rules grows with the square of them.
    const faults = [...validate(schema, document, [sizeLimits])]
    if (!faults.length) faults.push(...validate(schema, document, rules, { maxErrors: 10 }))
    if (faults.length) throw badOperation(faults)
    documents.set(text, document)
    return document
  }

  const prepared = new WeakMap<OperationDefinitionNode, PreparedOperation>()
  return {
    prepare(text, operationName) {
      const document = documentOf(text)
      const operation = getOperationAST(document, operationName || undefined)
      if (!operation) throw faultOf('operationName', 'must name one operation of the document')
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

/**
 * The faults of an operation as one refusal. They describe only the request, so the client may see them. Some repeat a
 * value of the request twice, so each is cut: an answer, and its line in the log, stays smaller than a large request.
 */
export function badOperation(faults: readonly Error[]): AppError {
  const texts = faults.slice(0, MAX_FAULTS).map(({ message }) => shortened(message))
  return new AppError('BAD_REQUEST', texts.join('; '))
}

const shortened = (text: string): string =>
  text.length > MAX_FAULT_LENGTH ? `${text.slice(0, MAX_FAULT_LENGTH)}...` : text

function parseText(text: string): DocumentNode {
  if (text.length > MAX_TEXT) throw faultOf('query', `must have at most ${MAX_TEXT} characters`)
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

interface Size {
  depth: number
  fields: number
  aliases: number
}

/** Validation rule: refuses operations that are too deep or too wide. Fragments count where they are used. */
export function sizeLimits(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      const size = sizeOf(node.selectionSet, (name) => context.getFragment(name), new Map())
      const fault =
        size.depth > MAX_DEPTH
          ? `more than ${MAX_DEPTH} levels`
          : size.fields > MAX_FIELDS
            ? `more than ${MAX_FIELDS} fields`
            : size.aliases > MAX_ALIASES
              ? `more than ${MAX_ALIASES} aliases`
              : null
      if (fault) context.reportError(new GraphQLError(`The operation has ${fault}`, { nodes: node }))
    },
  }
}

/** Measures each fragment once. A fragment inside itself counts as empty; another rule refuses it. */
function sizeOf(
  selections: SelectionSetNode,
  fragment: (name: string) => FragmentDefinitionNode | null | undefined,
  measured: Map<string, Size>,
): Size {
  const total: Size = { depth: 0, fields: 0, aliases: 0 }
  const add = (part: Size, deeper: number) => {
    total.depth = Math.max(total.depth, part.depth + deeper)
    total.fields += part.fields
    total.aliases += part.aliases
  }
  for (const selection of selections.selections) {
    if (selection.kind === Kind.FIELD) {
      add({ depth: 0, fields: 1, aliases: selection.alias ? 1 : 0 }, 1)
      if (selection.selectionSet) add(sizeOf(selection.selectionSet, fragment, measured), 1)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      add(sizeOf(selection.selectionSet, fragment, measured), 0)
    } else {
      const name = selection.name.value
      const definition = fragment(name)
      if (!measured.has(name) && definition) {
        measured.set(name, { depth: 0, fields: 0, aliases: 0 })
        measured.set(name, sizeOf(definition.selectionSet, fragment, measured))
      }
      add(measured.get(name) ?? { depth: 0, fields: 0, aliases: 0 }, 0)
    }
  }
  return total
}
