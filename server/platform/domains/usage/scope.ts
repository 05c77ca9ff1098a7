import { sql, type RawBuilder } from 'kysely'
import { DEFAULT_ALIAS } from '#shared/domains/tasks/constants.ts'

/** The tasks that something is used by, as conditions of SQL. */
export interface TaskScope {
  /** Of a row that has `type` and `alias`: a task, a poller. */
  row(table: 't' | 'p'): RawBuilder<boolean>
  /** Of a task in a definition, which is JSON. */
  defined(task: RawBuilder<unknown>): RawBuilder<boolean>
  /** A text that stands in every definition that has such a task. */
  text: RawBuilder<string>
}

/** Tasks of a type; of one alias if one is named. */
export function scopeOfType(type: string, alias?: string): TaskScope {
  return {
    row: (table) =>
      alias === undefined
        ? sql`${sql.ref(`${table}.type`)} = ${type}`
        : sql`${sql.ref(`${table}.type`)} = ${type} and ${sql.ref(`${table}.alias`)} = ${alias}`,
    defined: (task) =>
      alias === undefined
        ? sql`${task} ->> 'type' = ${type}`
        : sql`${task} ->> 'type' = ${type} and coalesce(nullif(${task} ->> 'alias', ''), ${DEFAULT_ALIAS}) = ${alias}`,
    text: sql`${type}::text`,
  }
}

/** Tasks of the aliases that deployments run; `deployments` is a condition on the rows `d`. No definition names them so. */
export function scopeOfDeployments(deployments: RawBuilder<boolean>): Pick<TaskScope, 'row'> {
  return {
    row: (table) => sql`(${sql.ref(`${table}.type`)}, ${sql.ref(`${table}.alias`)}) in (
      select w.type, d.alias from deployments d join workers w on w.id = d.worker_id
      where w.status <> 'deleted' and ${deployments})`,
  }
}

/** Tasks that read a variable of their app. */
export function scopeOfVariable(name: string): TaskScope {
  // A reference is a whole string of the inputs.
  const reference = JSON.stringify(`$var.${name}`)
  return {
    row: (table) => sql`strpos(${sql.ref(`${table}.inputs`)}::text, ${reference}) > 0`,
    defined: (task) => sql`strpos((${task} -> 'inputs')::text, ${reference}) > 0`,
    text: sql`${reference}::text`,
  }
}
