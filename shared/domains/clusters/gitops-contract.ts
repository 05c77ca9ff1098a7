import { z } from 'zod'
import { moment } from '#shared/lib/wire.ts'

/** What the repository had in the place of a deployment's file before the console wrote it again. */
export const foundElsewhere = z.object({
  commit: z.string().nullable().describe('The commit that changed the file; null: not known'),
  author: z.string().nullable(),
  at: moment.describe('When the console found it'),
  rewritten: z
    .boolean()
    .describe('Whether the history of the branch no longer contained the last commit of the console'),
})
export type FoundElsewhere = z.infer<typeof foundElsewhere>

export const publicationStates = ['published', 'pending', 'refused'] as const

/** Whether the repository of Flux has the present state of a deployment; `gitops` of a deployment. */
export const deploymentPublication = z
  .object({
    state: z
      .enum(publicationStates)
      .describe(
        'How far it is published; `refused`: by the repository, or because the configuration cannot be published',
      ),
    path: z.string().describe('The file in the repository'),
    changes: z.int().describe('Changes that are not published yet'),
    commit: z
      .string()
      .nullable()
      .describe('The commit that was published last, and when; null before the first'),
    at: moment.nullable(),
    reason: z.string().nullable().describe('Why it is not published; null: nothing has failed'),
    since: moment.nullable().describe('Since when publishing fails'),
    nextTry: moment
      .nullable()
      .describe('When it is tried next; null: at once, or not before the next change'),
    found: foundElsewhere.nullable(),
  })
  .meta({ id: 'DeploymentPublication' })
export type DeploymentPublication = z.infer<typeof deploymentPublication>
