import { AsyncLocalStorage } from 'node:async_hooks'
import { type CompiledQuery, PostgresDialect, PostgresQueryCompiler } from 'kysely'

/**
 * Binds every statement that is made for a caller to the apps that it may see. While a scope is entered, the tables below
 * contain only rows of these apps: each statement begins with common table expressions of their names, which hide the tables
 * themselves. So a call is bound without doing anything for it, also one that is added later.
 */

const entered = new AsyncLocalStorage<readonly string[]>()

/** Runs a part of a request in which only rows of these apps are seen. */
export const withinApps = <Result>(apps: readonly string[], run: () => Result): Result =>
  entered.run(apps, run)

/** Whether only rows of some apps are seen. */
export const isWithinApps = (): boolean => entered.getStore() !== undefined

/** Whether all of these apps are seen. */
export const seesApps = (ids: readonly string[]): boolean => {
  const apps = entered.getStore()
  return apps === undefined || ids.every((id) => apps.includes(id))
}

/** The key of an answer that callers may share: only those share it who see the same. */
export const keyWithinApps = (key: string): string => {
  const apps = entered.getStore()
  return apps ? `${key}\n${JSON.stringify([...apps].sort())}` : key
}

const ofApp = (table: string, column = 'app_id') => `select * from ${table} where ${column} = any($apps)`
/** Rows of a run, which name no app. */
const ofRun = (table: string) =>
  `select * from ${table} r where exists (select from workqueues w where w.id = r.workqueue_id and w.app_id = any($apps))`
const none = (table: string) => `select * from ${table} where false`
/** The app that a receipt is about; one about runs of several apps has none. */
const appOfReceipt = `coalesce(r.about->>'appId', r.selection->>'appId', r.selection->'filter'->>'appId')`
/** Kinds of entities that all apps of an account share. */
const sharedKinds = ['plan', 'worker', 'alias', 'script', 'team', 'cluster', 'deployment', 'view']

/**
 * What is seen of each table. Tables without an entry belong to the account or to its user. What is counted over all apps and
 * not for each of them is not seen at all.
 */
const seen: Record<string, string> = {
  apps: ofApp('apps', 'id'),
  app_tokens: none('app_tokens'),
  app_variables: none('app_variables'),
  removed_variables: none('removed_variables'),
  collaborators: ofApp('collaborators'),
  workqueues: ofApp('workqueues'),
  tasks: ofApp('tasks'),
  task_attempts: ofRun('task_attempts'),
  task_logs: ofRun('task_logs'),
  workqueue_notes: ofRun('workqueue_notes'),
  run_search: `select * from run_search s
    where exists (select from workqueues w where w.id = s.run_id and w.app_id = any($apps))`,
  failure_events: ofApp('failure_events'),
  failure_tasks: ofApp('failure_tasks'),
  failure_hours: ofApp('failure_hours'),
  failure_keys: ofApp('failure_keys'),
  failure_groups: `select * from failure_groups g
    where exists (select from failure_tasks t where t.group_id = g.id and t.app_id = any($apps))`,
  attention_items: `select * from attention_items where app_ids && $apps`,
  attention_hours: none('attention_hours'),
  queue_waits: ofApp('queue_waits'),
  queue_minutes: none('queue_minutes'),
  attempt_outcomes: none('attempt_outcomes'),
  schedules: ofApp('schedules'),
  schedule_occurrences: ofApp('schedule_occurrences'),
  hooks: ofApp('hooks'),
  hook_calls: ofApp('hook_calls'),
  receipts: `select * from receipts r where ${appOfReceipt} = any($apps)`,
  receipt_rows: `select * from receipt_rows
    where exists (select from receipts r where r.id = receipt_id and ${appOfReceipt} = any($apps))`,
  audit: `select * from audit a where a.entity in (${sharedKinds.map((kind) => `'${kind}'`).join(', ')})
    or a.entity_id = any($apps)
    or exists (select from workqueues w where w.id = a.entity_id and w.app_id = any($apps))
    or exists (select from schedules s where s.id = a.entity_id and s.app_id = any($apps))
    or exists (select from hooks h where h.id = a.entity_id and h.app_id = any($apps))
    or exists (select from tasks t where t.id = a.entity_id and t.app_id = any($apps))`,
  mail_links: ofApp('mail_links'),
  start_requests: none('start_requests'),
  outbox: none('outbox'),
}

/** The statement as it runs within these apps. */
export function statementWithin(apps: readonly string[], sql: string, parameters: readonly unknown[]) {
  const words = new Set(sql.match(/\w+/g))
  const hidden = Object.entries(seen).filter(([table]) => words.has(table))
  if (hidden.length === 0) return { sql, parameters }
  const ids = `$${parameters.length + 1}::text[]`
  const tables = hidden.map(
    ([table, rows]) => `${table} as not materialized (${rows.replaceAll('$apps', ids)})`,
  )
  const bound = tables.join(', ')
  // A parameter that a statement does not have is an error.
  return {
    sql: beginningWith(bound, sql),
    parameters: bound.includes(ids) ? [...parameters, apps] : parameters,
  }
}

function beginningWith(tables: string, sql: string): string {
  // In a recursive statement a table of the same name would be that statement's own part.
  if (/^\s*with\s+recursive\b/i.test(sql)) return `with ${tables} select * from (${sql}) as bound`
  if (/^\s*with\b/i.test(sql)) return `with ${tables}, ${sql.replace(/^\s*with\b/i, '')}`
  return `with ${tables} ${sql}`
}

class ScopedCompiler extends PostgresQueryCompiler {
  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    const compiled = super.compileQuery(...query)
    const apps = entered.getStore()
    return apps ? { ...compiled, ...statementWithin(apps, compiled.sql, compiled.parameters) } : compiled
  }
}

/** The dialect of the platform's database, whose statements obey the scope of their caller. */
export class ScopedDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ScopedCompiler()
  }
}
