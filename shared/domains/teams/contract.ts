import { z } from 'zod'
import { listedMember } from '#shared/lib/people.ts'
import { authored, id, moment, text } from '#shared/lib/wire.ts'

/** A team in the platform's answers, with its members in order of joining. */
export const team = z
  .object({
    _id: id,
    name: z.string(),
    namespace: z
      .string()
      .describe(
        "Derived from the name at creation; part of the types of the team's workers, so it never changes",
      ),
    members: z.array(listedMember),
    version: z.int(),
    ...authored,
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof team>

/** `POST teams`, and `PUT teams?where=`. */
export const teamBody = z.object({ name: text(200) })
export type TeamBody = z.infer<typeof teamBody>

/** `PUT teams/{id}`. `version` is the version that the edit started from; without it the last edit wins. */
export const teamPatch = teamBody.extend({ version: z.int().optional() })
export type TeamPatch = z.infer<typeof teamPatch>

/** Filters of `GET teams`. */
export const teamFilters = z.object({
  name: z.string().optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** `GET teams/{id}/members`. */
export const teamMembers = z.object({ data: z.array(listedMember), total: z.int() })
