import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { text } from '#shared/lib/wire.ts'
import { MAX_CONTROL_REASON } from './constants.ts'

/** `POST tasks/{id}/skip`: a person skips a task that is not running. */
export const skipBody = z.strictObject({ reason: text(MAX_CONTROL_REASON) })

/** `POST tasks/{id}/complete`: a person ends such a task with the result that a worker would have reported. */
export const completeBody = skipBody.extend({ outputs: jsonObject.optional() })
