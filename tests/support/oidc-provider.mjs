import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'

/**
 * The certified issuer `oidc-provider` in a process of its own. Reads one JSON argument:
 * `{ port, clockMs, clients: [{ id, secret, redirectUri, logoutUri }] }`. People are set by the message
 * `{ people: { name: claims } }`; `{ rotate: true }` replaces its key. Each message is answered by `{ done: true }`.
 */

const { port, clockMs = 0, clients } = JSON.parse(process.argv[2])
const realNow = Date.now
// Before the import, because the package may keep the function.
Date.now = () => realNow() + clockMs
const { default: Provider } = await import('oidc-provider')

const issuer = `http://127.0.0.1:${port}`
let people = {}
let keys = 0

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: `key-${++keys}`, use: 'sig', alg: 'RS256' }
}

async function newProvider() {
  const provider = new Provider(issuer, {
    jwks: { keys: [await newKey()] },
    clients: clients.map(({ id, secret, redirectUri, logoutUri }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: logoutUri ? [logoutUri] : [],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_basic',
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Else the e-mail is only at the userinfo endpoint, not in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of this test, for cookies only'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
    findAccount: (_ctx, id) => people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) },
    // No page asks for consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    ttl: {
      Session: 600,
      Interaction: 600,
      Grant: 600,
      IdToken: 300,
      AccessToken: 300,
      AuthorizationCode: 60,
    },
  })
  provider.use(logIn(provider))
  return provider.callback()
}

/** The page where a user signs in: a form with one field. */
function logIn(provider) {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/login/')) return next()
    if (ctx.method === 'GET') {
      ctx.type = 'html'
      ctx.body = '<form method="post"><input name="who"></form>'
      return
    }
    let body = ''
    for await (const part of ctx.req) body += part
    const who = new URLSearchParams(body).get('who') ?? ''
    const result = people[who] ? { login: { accountId: who } } : { error: 'access_denied' }
    await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false })
    ctx.respond = false
  }
}

let answer = await newProvider()
const server = createServer((request, response) => answer(request, response))
process.on('message', async (message) => {
  if (message.people) people = message.people
  if (message.rotate) answer = await newProvider()
  process.send({ done: true })
})
process.on('disconnect', () => process.exit(0))
server.listen(port, '127.0.0.1', () => process.send({ done: true }))
