import { z } from 'zod'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { moment, text } from '#shared/lib/wire.ts'

/** Path, query and fragment of a page of the console; never another origin. */
const isOwnPage = (address: string) => /^\/(?![/\\])[^\s\\]*$/.test(address)

/** What a user has chosen, in every account and browser; null: nothing. */
export const userSettings = z
  .object({
    theme: z.enum(['light', 'dark', 'system']).nullable(),
    timeZone: z.string().nullable().describe('A name of the IANA database, such as `Europe/London`'),
    density: z.enum(['comfortable', 'compact']).nullable(),
    startPage: z.string().nullable().describe('The page that the console opens with: its path and query'),
    attentionSeenAt: moment.nullable().describe('The last look at what needs attention'),
  })
  .meta({ id: 'UserSettings' })
export type UserSettings = z.infer<typeof userSettings>

/** Body of `PUT users/me/settings`: what is left out stays, null removes a choice. */
export const userSettingsBody = z
  .strictObject({
    ...userSettings.shape,
    timeZone: text(64).refine(isTimeZone, 'must be a time zone such as Europe/London').nullable(),
    startPage: text(500).refine(isOwnPage, 'must be a path of the console such as /apps').nullable(),
  })
  .partial()
  .refine(
    (patch) => Object.keys(patch).length > 0,
    'must set theme, timeZone, density, startPage or attentionSeenAt',
  )
export type UserSettingsPatch = z.infer<typeof userSettingsBody>
