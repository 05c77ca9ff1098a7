import {
  getNamedType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { Ids } from './account-matrix.ts'

/** Maximum depth of nested entities in an operation. */
const DEPTH = 4

/** Values of a query's arguments that name an entity of the account; all others keep their defaults. */
const ofArgument: Record<string, keyof Ids> = {
  appId: 'app',
  clusterId: 'cluster',
  planId: 'plan',
  taskId: 'task',
  teamId: 'team',
  userId: 'user',
  workqueueId: 'workqueue',
  type: 'workerType',
}
/** The entity whose `id` a query that is not named after an entity gets; `kind` says the same. */
const ofField: Record<string, keyof Ids> = {
  alertRule: 'alert',
  scheduleOccurrences: 'schedule',
  hookCalls: 'hook',
  backfillPreview: 'schedule',
  usage: 'plan',
}
const plain: Record<string, string> = {
  startDate: '"2020-01-01T00:00:00Z"',
  endDate: '"2100-01-01T00:00:00Z"',
  status: '"failed"',
  version: '1',
  kind: '"plan"',
  alias: '"default"',
  screen: '"workqueues"',
  q: '"a"',
  term: '"alias"',
  when: '{ kind: "runFailed" }',
  cron: '"@daily"',
  timeZone: '"UTC"',
  from: '"2026-01-01T00:00:00Z"',
  to: '"2026-01-02T00:00:00Z"',
}

/** Every field of a root type as an operation that selects all fields, for one account's content. */
export function everyField(root: GraphQLObjectType, ids: Ids): { name: string; query: string }[] {
  const kind = root.name === 'Subscription' ? 'subscription' : 'query'
  return Object.values(root.getFields()).map((field) => ({
    name: field.name,
    query: `${kind} { ${field.name}${argumentsOf(field, ids)}${selection(field, DEPTH)} }`,
  }))
}

export const everyQuery = (schema: GraphQLSchema, ids: Ids) => everyField(rootOf(schema.getQueryType()), ids)
export const everySubscription = (schema: GraphQLSchema, ids: Ids) =>
  everyField(rootOf(schema.getSubscriptionType()), ids)

function rootOf(type: GraphQLObjectType | null | undefined): GraphQLObjectType {
  if (!type) throw new Error('The schema has no such root')
  return type
}

/** Values of required arguments; an `id`, or `ids`, is that of the entity that the field is named after. */
function argumentsOf(field: GraphQLField<unknown, unknown>, ids: Ids): string {
  const given = field.args
    .filter(({ name, type }) => type.toString().endsWith('!') || name === 'appId')
    .flatMap(({ name, defaultValue }) => {
      const entity =
        name === 'id' || name === 'ids'
          ? ((ofField[field.name] ??
              field.name.replace(
                /(Tasks|Logs|Revisions?|Usage|Health|Changes|Work|Publication)$/,
                '',
              )) as keyof Ids)
          : ofArgument[name]
      const value = entity === undefined ? plain[name] : JSON.stringify(ids[entity])
      if (value !== undefined) return [`${name}: ${value}`]
      if (defaultValue === undefined)
        throw new Error(`${field.name} requires ${name}, which has no test value`)
      return []
    })
  return given.length ? `(${given.join(', ')})` : ''
}

/** All fields below, down to `depth`, except those with required arguments. */
function selection(field: GraphQLField<unknown, unknown>, depth: number): string {
  const type = getNamedType(field.type)
  if (!isObjectType(type)) return ''
  const inner = Object.values(type.getFields())
    .filter(({ args }) => args.every(({ type: wanted }) => !wanted.toString().endsWith('!')))
    .filter((each) => depth > 1 || !isObjectType(getNamedType(each.type)))
    .map((each) => each.name + selection(each, depth - 1))
  return ` { ${inner.join(' ') || '__typename'} }`
}
