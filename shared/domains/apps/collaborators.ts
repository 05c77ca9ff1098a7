import { z } from 'zod'
import { listedMember } from '#shared/lib/people.ts'

/** `GET` and `POST apps/{id}/collaborators` (contract section 4). */
export const collaboratorList = z.object({ collaborators: z.array(listedMember) })
export type CollaboratorList = z.infer<typeof collaboratorList>
