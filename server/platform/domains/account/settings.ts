import type { FastifyInstance } from 'fastify'
import type { Kysely, Selectable } from 'kysely'
import {
  type UserSettings,
  userSettings,
  userSettingsBody,
  type UserSettingsPatch,
} from '#shared/domains/account/settings-contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { userCallerOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { UserSettingsTable } from '#server/platform/db/tables/people.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'

const config = { platformAccess: 'user', feature: 'profile' } as const

/** Own settings: only the user reads and changes them. They change no entity, so no audit record is written. */
export async function settingsRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Kysely<Database>; clock: Clock },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const answer = { body: userSettings }
  const read = { summary: 'The own settings, the same in every account', answer }
  api.get('/users/me/settings', { config, schema: read }, (request) =>
    readSettings(db, userCallerOf(request).user._id),
  )

  const save = { body: userSettingsBody, summary: 'Change some of the own settings', answer }
  api.put('/users/me/settings', { config, schema: save }, (request) =>
    saveSettings(db, userCallerOf(request).user._id, request.body, new Date(clock.now())),
  )
}

async function readSettings(db: Kysely<Database>, userId: string): Promise<UserSettings> {
  const row = await db
    .selectFrom('user_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return wireSettings(row)
}

async function saveSettings(
  db: Kysely<Database>,
  userId: string,
  patch: UserSettingsPatch,
  updated: Date,
): Promise<UserSettings> {
  const { theme, timeZone, density, startPage, attentionSeenAt } = patch
  const values = {
    ...(theme !== undefined && { theme }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(density !== undefined && { density }),
    ...(startPage !== undefined && { start_page: startPage }),
    ...(attentionSeenAt !== undefined && {
      attention_seen_at: attentionSeenAt === null ? null : new Date(attentionSeenAt),
    }),
    updated,
  }
  const row = await db
    .insertInto('user_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return wireSettings(row)
}

/** A value that a newer version has stored, which this one does not know, counts as not chosen. */
function wireSettings(row: Selectable<UserSettingsTable> | undefined): UserSettings {
  const { theme, density } = userSettings.shape
  return {
    theme: theme.catch(null).parse(row?.theme ?? null),
    timeZone: row?.time_zone ?? null,
    density: density.catch(null).parse(row?.density ?? null),
    startPage: row?.start_page ?? null,
    attentionSeenAt: row?.attention_seen_at?.toISOString() ?? null,
  }
}
