import { z } from 'zod'
import { MAX_NOTE_LENGTH } from './note-messages.ts'
import { moment, optionalText } from './wire.ts'

/** What a person has noted, and when. Plain text: nothing in it becomes a link. */
export const note = z.object({ text: z.string(), by: z.string(), at: moment })
export type Note = z.infer<typeof note>

/** Body of `PUT {entity}/{id}/note`; an empty text removes the note. */
export const noteBody = z.strictObject({ text: optionalText(MAX_NOTE_LENGTH) })
