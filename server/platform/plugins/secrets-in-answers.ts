import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { maskFluxConfig } from '#shared/domains/clusters/flux-masks.ts'
import { secretsIn, withMasks } from '#shared/lib/secret-fields.ts'
import { REVEAL_HEADER, SECRETS_HEADER, revealed } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { authorOf } from '../auth/caller.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer shows, this one time, the secret that the call has made. */
    makesSecret?: true
  }
}

/** Entities that have secrets, by the plural in their addresses. */
const entities = new Map([
  ['apps', 'app'],
  ['workers', 'worker'],
  ['deployments', 'deployment'],
])

/** Longest detail of an audit entry. */
const MAX_DETAIL = 200

/**
 * The rule for secrets in answers, the same for every call: a secret is shown in clear by the call that makes it
 * (`makesSecret`), and by a read of its entity, which leaves an audit entry with what the answer contains. Every other
 * answer has masks, and so has a read with `x-secrets: masked`, and each of a viewer.
 */
export const secretsInAnswers = fp<{ db: Kysely<Database>; clock: Clock }>(
  async (app, { db, clock }) => {
    app.addHook('onRoute', (route) => {
      const [, , plural = '', parameter, ...rest] = route.url.split('/')
      const entity = entities.get(plural)
      if (entity === undefined || route.config?.makesSecret) return
      const isRead = route.method === 'GET' && parameter === ':id' && rest.length === 0
      route.preSerialization = async (request: FastifyRequest, _reply: unknown, payload: unknown) => {
        const secrets = secretsIn(payload)
        if (secrets.length === 0) return payload
        if (!isRead || request.headers[SECRETS_HEADER] === 'masked' || isViewer(request))
          return withMasks(payload, maskFluxConfig)
        const { id: entityId } = request.params as { id: string }
        const record = { action: 'reveal', entity, entityId, detail: detailOf(request, secrets) }
        await recordAudit(db, request.caller?.accountId ?? null, authorOf(request, clock), record)
        return payload
      }
    })
  },
  { name: 'secrets-in-answers', fastify: '5.x', dependencies: ['caller-resolution'] },
)

const isViewer = ({ caller }: FastifyRequest) => caller?.kind === 'user' && caller.sees !== null

/** What the caller says that it shows, else what the answer contains. */
function detailOf({ headers }: FastifyRequest, secrets: readonly string[]): string {
  const said = revealed.optional().parse(headers[REVEAL_HEADER])
  return said ?? secrets.join(', ').slice(0, MAX_DETAIL)
}
