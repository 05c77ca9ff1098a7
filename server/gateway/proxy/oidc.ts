import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorBody } from '#server/lib/errors.ts'
import { accountMessages } from '#shared/domains/account/messages.ts'
import type { ShareHolders } from '../session/share-holders.ts'
import { platformHeaders, traceOf } from '../upstream/call.ts'
import type { UpstreamTarget } from '../upstream/client.ts'
import { refusal, serverError, transportError } from '../upstream/errors.ts'
import { answerHeaders, type AnswerPolicy } from './headers.ts'
import { PassedAnswer } from './passed-answer.ts'

export interface OidcOptions extends AnswerPolicy {
  platform: UpstreamTarget
  holders: ShareHolders
}

/** Of the page that shows a failure. It has a link, so it is no sandbox. */
const pagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Largest body of a refusal that is read, in bytes. Only its message is used. */
const refusalBytes = 64 * 1024

/**
 * Single sign-on of the embedded platform: the two calls under `/api` that a browser navigates to, before it has a
 * session. Neither cookies nor credentials are passed, in either direction. A browser gets a failure as a page.
 */
export async function oidcPlugin(app: FastifyInstance, options: OidcOptions): Promise<void> {
  const { platform, holders } = options
  app.addHook('onSend', async (request, reply, payload) => {
    const isPage = reply.statusCode >= 400 && request.headers.accept?.includes('text/html')
    if (!isPage || typeof payload !== 'string') return payload
    void reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
    return page((JSON.parse(payload) as ErrorBody).message)
  })

  const passing = (path: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    // Each call may cause a call of the issuer.
    app.countSignIn(request, reply)
    await new Promise<void>((resolve, reject) => {
      const answer = new PassedAnswer((error) => {
        if (error) return reject(transportError(error))
        if (answer.status < 400) {
          answer.passTo(reply, (sent) => answerHeaders(sent, options))
          return resolve()
        }
        const { status } = answer
        answer.read(refusalBytes, (text) =>
          reject(status < 500 ? refusal(status, text) : serverError(status)),
        )
      })
      const headers = platformHeaders(null, traceOf(request))
      const holder = holders.of(request)
      const target = platform.basePath + path + queryOf(request)
      answer.send(platform.pool, { method: 'GET', path: target, headers, body: null, holder }, reply)
    })
    return reply
  }

  for (const path of ['/api/oidc/authorize', '/api/oidc/callback'])
    app.get(path, { config: { access: 'public' }, exposeHeadRoute: false }, passing(path))
}

/** As the browser sent it, with its question mark. */
function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  if (url.includes('#')) throw new AppError('BAD_REQUEST', 'The path is not valid')
  const begin = url.indexOf('?')
  return begin < 0 ? '' : url.slice(begin)
}

const page = (message: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${accountMessages.signIn}</title>
<p>${escapeHtml(message)}</p>
<p><a href="/">${accountMessages.backToSignIn}</a></p></html>
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML, between tags or in double quotes. */
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
