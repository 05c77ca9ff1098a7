import { z } from 'zod'
import { moment } from '#shared/lib/wire.ts'

/** What the repository had in the place of a deployment's file before the console wrote it again. */
export const foundElsewhere = z.object({
  /** The commit that changed the file; null: not known. */
  commit: z.string().nullable(),
  author: z.string().nullable(),
  /** When the console found it. */
  at: moment,
  /** The history of the branch no longer contained the last commit of the console. */
  rewritten: z.boolean(),
})
export type FoundElsewhere = z.infer<typeof foundElsewhere>

export const publicationStates = ['published', 'pending', 'refused'] as const

/** Whether the repository of Flux has the present state of a deployment; `gitops` of a deployment. */
export const deploymentPublication = z
  .object({
    /** `refused`: by the repository, or because the configuration cannot be published. */
    state: z.enum(publicationStates),
    /** The file in the repository. */
    path: z.string(),
    /** Changes that are not published yet. */
    changes: z.int(),
    /** The commit that was published last, and when; null before the first. */
    commit: z.string().nullable(),
    at: moment.nullable(),
    /** Why it is not published; null: nothing has failed. */
    reason: z.string().nullable(),
    /** Since when publishing fails. */
    since: moment.nullable(),
    /** When it is tried next; null: at once, or not before the next change. */
    nextTry: moment.nullable(),
    found: foundElsewhere.nullable(),
  })
  .meta({ id: 'DeploymentPublication' })
export type DeploymentPublication = z.infer<typeof deploymentPublication>
