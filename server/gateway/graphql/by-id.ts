import type { Call } from '../upstream/call.ts'
import { builder } from './builder.ts'
import type { GraphqlContext } from './context.ts'

/** The argument of what is named by its id alone. */
export const idArgs = builder.args((t) => ({ id: t.id({ required: true }) }))

/** Resolves a deletion, which answers nothing, with the id of what is gone. */
export const answeringId =
  (remove: (call: Call, id: string) => Promise<void>) =>
  async (_root: unknown, { id }: { id: string }, { call }: GraphqlContext): Promise<string> => {
    await remove(call, id)
    return id
  }
