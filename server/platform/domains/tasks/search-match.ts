import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { normal, searchWords } from '#shared/domains/search/normal.ts'
import type { TaskSearchTerm } from '#shared/domains/search/query.ts'
import { taskStatuses, type TaskStatus } from '#shared/domains/tasks/constants.ts'

/** A task as a search sees it. */
export interface SearchedTask {
  id: string
  workqueueId: string
  runName: string
  name: string
  type: string
  alias: string
  version: string | null
  hostName: string | null
  reason: string | null
}

type Words = Extract<TaskSearchTerm, { kind: 'words' }>

/** The texts whose words a term is compared with. */
const textsOf: Record<Words['of'], (task: SearchedTask) => readonly (string | null)[]> = {
  task: ({ name, runName, type, reason, hostName }) => [name, runName, type, reason, hostName],
  type: ({ type }) => [type],
  reason: ({ reason }) => [reason],
  run: ({ runName }) => [runName],
  host: ({ hostName }) => [hostName],
}

/** The same texts as one in the database, with the ids; of the columns of `SearchedTask`. */
const columnsOf: Record<Words['of'], RawBuilder<string>> = {
  task: sql`concat_ws(' ', "name", "runName", "type", "reason", "hostName", "id", "workqueueId")`,
  type: sql`"type"`,
  reason: sql`coalesce("reason", '')`,
  run: sql`"runName"`,
  host: sql`coalesce("hostName", '')`,
}

/** Letters of an id that a screen shows. */
const MIN_ID_PART = 6

/** Whether a task passes all terms about texts. Those about statuses and times are left to the database. */
export const passesTexts = (terms: readonly TaskSearchTerm[], task: SearchedTask): boolean =>
  terms.every((term) => {
    switch (term.kind) {
      case 'words':
        return hasWords(term, task) !== term.not
      case 'alias':
      case 'version':
        return (normal(task[term.kind] ?? '') === term.value) !== term.not
      default:
        return true
    }
  })

function hasWords({ of, words, whole }: Words, task: SearchedTask): boolean {
  if (textsOf[of](task).some((text) => text !== null && isWithin(words, whole, text))) return true
  const [only = ''] = words
  if (of !== 'task' || words.length > 1 || only.length < MIN_ID_PART) return false
  return [task.id, task.workqueueId].some((id) => id.startsWith(only) || id.endsWith(only))
}

/** Whether these words follow each other in a text; the last one may be the begin of a word there. */
function isWithin(words: readonly string[], whole: boolean, text: string): boolean {
  // Splitting a text takes longer than to see that it lacks a word.
  const lower = normal(text)
  if (!words.every((word) => lower.includes(word))) return false
  const last = words.length - 1
  const known = searchWords(text)
  return known.some((_, at) =>
    words.every((word, index) => {
      const found = known[at + index]
      return index === last && !whole ? (found?.startsWith(word) ?? false) : found === word
    }),
  )
}

/** The statuses that pass all terms; null without such a term. */
export function statusesOf(terms: readonly TaskSearchTerm[]): TaskStatus[] | null {
  const ofStatus = terms.filter((term) => term.kind === 'status')
  if (ofStatus.length === 0) return null
  return taskStatuses.filter((status) =>
    ofStatus.every(({ statuses, not }) => statuses.includes(status) !== not),
  )
}

/**
 * Conditions on rows with the columns of `SearchedTask` that each hit passes, so that the database answers few others: letters
 * of the words.
 */
export const lettersOf = (terms: readonly TaskSearchTerm[]): RawBuilder<SqlBool>[] =>
  terms.flatMap((term) =>
    term.kind === 'words' && !term.not
      ? term.words.flatMap((word) => hasLetters(columnsOf[term.of], word))
      : [],
  )

/** The database may compare other letters in its own way, so a text with any of them is left to `passesTexts`. */
function hasLetters(text: RawBuilder<string>, word: string): RawBuilder<SqlBool>[] {
  const [part = ''] = (word.match(/[a-z0-9]+/g) ?? []).sort((a, b) => b.length - a.length)
  return part === ''
    ? []
    : [sql`(strpos(lower(${text}), ${part}) > 0 or octet_length(${text}) <> char_length(${text}))`]
}

type Span = Extract<TaskSearchTerm, { kind: 'started' | 'ended' | 'duration' }>

/** What terms about times say, as conditions on rows of `tasks t`. */
export const timesOf = (terms: readonly TaskSearchTerm[], now: number): RawBuilder<SqlBool>[] =>
  terms.flatMap((term) =>
    term.kind === 'started' || term.kind === 'ended' || term.kind === 'duration'
      ? [timeCondition(term, now)]
      : [],
  )

/** A task that has not started or ended fails both `ended:<1h` and `ended:>1h`, and passes their opposites. */
function timeCondition({ kind, more, ms, not }: Span, now: number): RawBuilder<SqlBool> {
  const found =
    kind === 'duration'
      ? sql`extract(epoch from coalesce(t.ended, case when t.status = 'started' then ${new Date(now)}::timestamptz end) - t.started)
          * 1000 ${more ? sql`>` : sql`<`} ${ms}::float8`
      : sql`t.${sql.ref(kind)} ${more ? sql`<` : sql`>`} ${new Date(now - ms)}`
  return not ? sql`not coalesce(${found}, false)` : sql`${found}`
}
