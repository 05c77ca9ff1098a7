import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql'

/** Bounds of one operation, the same over HTTP and the socket. The console's own stay far below. */
export const MAX_DEPTH = 10
export const MAX_FIELDS = 200
export const MAX_ALIASES = 30
/** Tokens of a document's text; parsing stops there. */
export const MAX_TOKENS = 4000

interface Size {
  depth: number
  fields: number
  aliases: number
}

/** Validation rule: refuses operations that are too deep or too wide, fragments counted where they are used. */
export function sizeLimits(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      const size = sizeOf(node.selectionSet, (name) => context.getFragment(name), new Map())
      const fault =
        size.depth > MAX_DEPTH
          ? `more than ${MAX_DEPTH} levels deep`
          : size.fields > MAX_FIELDS
            ? `more than ${MAX_FIELDS} fields`
            : size.aliases > MAX_ALIASES
              ? `more than ${MAX_ALIASES} aliases`
              : null
      if (fault) context.reportError(new GraphQLError(`The operation has ${fault}`, { nodes: node }))
    },
  }
}

/** Each fragment is measured once; one inside itself counts as nothing (another rule refuses it). */
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
