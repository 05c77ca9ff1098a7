import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'
import { hitKinds } from './hit-kinds.ts'
import { parseSearch } from './query.ts'
import { runSubject, suggestedTerms, taskSubject, type SearchSubject } from './subjects.ts'

const searchOf = (subject: SearchSubject) =>
  z.string().superRefine((text, context) => {
    for (const { message } of parseSearch(text, subject).faults)
      context.addIssue({ code: 'custom', message: `has a wrong term: ${message}` })
  })

/** `?search=` of the list of runs: the text of a search without a wrong term. */
export const searchText = searchOf(runSubject)
/** The same of the list of tasks. */
export const taskSearchText = searchOf(taskSubject)

/** `GET search?q=`: a thing whose name, or for runs also whose values, match. */
export const searchHit = z
  .object({
    kind: z.enum(hitKinds),
    _id: id,
    name: z.string(),
    appId: id.nullable().describe('The app of a run; the app itself'),
    sentence: z
      .string()
      .nullable()
      .describe('What it is or why it is so, in a sentence; the worker of an alias'),
    status: z.string().nullable().describe('The status of a run'),
    since: moment
      .nullable()
      .optional()
      .describe(
        'Since when a run has its status: its end, before that its creation. Absent on an older platform',
      ),
    parentId: id.nullable().describe('The worker of an alias'),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof searchHit>

/** The hits of one kind: at most three, and how many more there are; `exact` is false where there are at least so many. */
export const searchGroup = z.object({
  kind: z.enum(hitKinds),
  more: z.number().int(),
  exact: z.boolean(),
  hits: z.array(searchHit),
  search: z
    .string()
    .nullish()
    .describe('The search that finds these workqueues, where the words have found none: `tenant=umbrella`'),
})
export type SearchGroup = z.infer<typeof searchGroup>

export const searchAnswer = z.object({ data: z.array(searchGroup) })

/** `q` is any text: what is no right term is searched for as words. */
export const searchQuery = z.strictObject({ q: z.string().trim().max(200), appId: id.optional() })

/** `GET search/suggestions`: values that complete a term. */
export const suggestionQuery = z.strictObject({
  term: z.enum(suggestedTerms),
  prefix: z.string().max(200).default(''),
  appId: id.optional(),
})
export const suggestionAnswer = z.object({ data: z.array(z.string()) })
