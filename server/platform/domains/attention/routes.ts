import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import {
  attention,
  attentionAssignBody,
  attentionItem,
  attentionMuteBody,
  attentionFilters,
  type Attention,
} from '#shared/domains/attention/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, noFields } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { recently } from '#server/platform/queues/recent.ts'
import type { AttentionChanges } from './changes.ts'
import type { FigureScope } from './figures.ts'
import type { AttentionStore } from './store.ts'
import { readAway, readFiguresOf, type ReadAppStats } from './summary.ts'

export interface AttentionRouteDeps {
  db: Kysely<Database>
  store: AttentionStore
  changes: AttentionChanges
  readAppStats: ReadAppStats
  clock: Clock
}

const feature = 'attention'
/** Callers of an account share its figures for so long; the items are those of the moment. */
const FIGURES_AGE_MS = 5000

/** What needs attention in an account, and what people decide about it. */
export async function attentionRoutes(app: FastifyInstance, deps: AttentionRouteDeps): Promise<void> {
  const { db, store, clock } = deps
  const figures = recently(
    (key) => readFiguresOf(deps, JSON.parse(key) as FigureScope),
    undefined,
    FIGURES_AGE_MS,
  )
  const list = {
    querystring: attentionFilters,
    summary: 'What needs attention, worst first, with the figures of the account',
    answer: { body: attention },
  }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/attention',
      { config: { platformAccess: 'account', appCalls: 'filtered', feature }, schema: list },
      async (request): Promise<Attention> => {
        const accountId = accountIdOf(request)
        const { appId, kind, since } = request.query
        await requireOwn(db, accountId, 'apps', appId)
        const appOnly = request.caller?.kind === 'app'
        const [counted, open, closedToday, away] = await Promise.all([
          figures(JSON.stringify({ accountId, appId })),
          store.open(accountId, { appId, kind }, appOnly),
          store.closed(accountId, { appId, kind }, appOnly),
          since === undefined ? null : readAway(db, { accountId, appId }, since, clock.now()),
        ])
        return { ...counted, ...open, closedToday, away }
      },
    )
  decisions(app, deps)
}

/** Mute, unmute and assign; each answers the item. */
function decisions(app: FastifyInstance, { store, changes, clock }: AttentionRouteDeps): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const config = (action: string) => ({ ...accountChange(action, 'attention'), feature }) as const
  const answer = { params: idParams, answer: { body: attentionItem } }
  const decide = async (
    request: FastifyRequest,
    id: string,
    change: (target: Parameters<AttentionChanges['unmute']>[0]) => Promise<void>,
  ) => {
    const { accountId } = accountCallerOf(request)
    await change({ accountId, author: authorOf(request, clock), id })
    return store.wire(await store.find(accountId, id))
  }

  const mute = {
    ...answer,
    body: attentionMuteBody,
    summary: 'Mute an item until a moment, or until it changes',
  }
  api.post('/attention/:id/mute', { config: config('mute'), schema: mute }, (request) =>
    decide(request, request.params.id, (target) => changes.mute(target, request.body.until)),
  )
  const unmute = { ...answer, body: noFields, summary: 'End the mute of an item' }
  api.post('/attention/:id/unmute', { config: config('unmute'), schema: unmute }, (request) =>
    decide(request, request.params.id, changes.unmute),
  )
  const assign = { ...answer, body: attentionAssignBody, summary: 'Give an item to a member of the account' }
  api.post('/attention/:id/assign', { config: config('assign'), schema: assign }, (request) =>
    decide(request, request.params.id, (target) => changes.assign(target, request.body.userId)),
  )
}
