import {
  Kind,
  execute,
  getArgumentValues,
  getVariableValues,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { AppError } from '#server/lib/errors.ts'
import { badOperation, type PreparedOperation } from '../lib/documents.ts'
import type { LiveField } from './live-field.ts'

/** A validated subscription, prepared once per document. */
export interface LiveOperation {
  field: LiveField
  /** Keys of the entity that an event must have to be shown or filtered. */
  needed: readonly string[]
  /**
   * Variables and arguments of one subscriber. `shareKey` is equal for all that get the same message for the
   * same event. Throws AppError BAD_REQUEST.
   */
  bind(variables: Record<string, unknown> | null | undefined): BoundOperation
  /** Runs the operation on one event. Rows are plain data, so the result is synchronous. */
  execute(root: unknown, variables: Record<string, unknown>): ExecutionResult
}

export interface BoundOperation {
  args: Record<string, unknown>
  variables: Record<string, unknown>
  shareKey: string
}

/** Throws AppError when the operation is not a known subscription. */
export function prepareLiveOperation(
  schema: GraphQLSchema,
  fields: ReadonlyMap<string, LiveField>,
  { document, operation }: PreparedOperation,
): LiveOperation {
  const fragments = fragmentsOf(document)
  const [rootNode] = fieldsOf(operation.selectionSet, fragments)
  const definition = rootNode && schema.getSubscriptionType()?.getFields()[rootNode.name.value]
  const field = rootNode && fields.get(rootNode.name.value)
  if (!rootNode || !definition || !field) throw new AppError('BAD_REQUEST', 'Not a live subscription')

  const selected = selectedAt(rootNode, field.entityPath, fragments)
  const needed = [...new Set([...selected.map(wireField), ...field.filterFields])]
  const ownVariables = usesVariables(rootNode.selectionSet, fragments)

  return {
    field,
    needed,
    bind(given) {
      const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], given ?? {}, {
        maxErrors: 5,
      })
      if (coerced.errors) throw badOperation(coerced.errors)
      const variables = coerced.coerced
      const args = getArgumentValues(definition, rootNode, variables)
      return { args, variables, shareKey: ownVariables ? JSON.stringify(variables) : '' }
    },
    execute(root, variables) {
      const result = execute({
        schema,
        document,
        rootValue: root,
        contextValue: null,
        variableValues: variables,
        operationName: operation.name?.value ?? null,
      })
      if (result instanceof Promise)
        throw new Error(`subscription ${field.name} has an asynchronous resolver`)
      return result as ExecutionResult
    },
  }
}

/** The platform's key of a GraphQL field. */
const wireField = (name: string) => (name === 'id' ? '_id' : name)

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  return fragments
}

/** The fields of a selection, with those of its fragments. */
function fieldsOf(selections: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (selections?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__') ? [] : [selection]
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
    return fieldsOf(inner?.selectionSet, fragments)
  })
}

/** Names of the fields selected at a path below a field. */
function selectedAt(node: FieldNode, path: readonly string[], fragments: Fragments): string[] {
  let level = fieldsOf(node.selectionSet, fragments)
  for (const step of path) {
    level = level
      .filter((field) => field.name.value === step)
      .flatMap((field) => fieldsOf(field.selectionSet, fragments))
  }
  return level.map((field) => field.name.value)
}

/**
 * Whether the selection depends on variables (directives). All fragments count, because any of them may be
 * used.
 */
function usesVariables(selections: SelectionSetNode | undefined, fragments: Fragments): boolean {
  let found = false
  const visitor = { Variable: () => void (found = true) }
  if (selections) visit(selections, visitor)
  for (const fragment of fragments.values()) visit(fragment, visitor)
  return found
}
