import { z } from 'zod'

/** What the platform process tells the gateway process that started it. */
export const platformMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    url: z.string(),
    pusher: z.object({ key: z.string(), host: z.string(), port: z.number() }),
    /** The first user, only when this start made it; the password only when it was generated. */
    admin: z.object({ email: z.string(), password: z.string().nullable() }).nullable(),
  }),
  /** The start failed for a reason that a further attempt does not mend by itself. */
  z.object({ type: z.literal('failed'), message: z.string() }),
])

export type PlatformMessage = z.infer<typeof platformMessage>
export type PlatformReady = Extract<PlatformMessage, { type: 'ready' }>
