import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applyFault, type Fault } from './fault-switch.ts'

/** One request exactly as it was received. */
export interface SeenRequest {
  method: string
  /** The unchanged request target. */
  url: string
  path: string
  /** The text after the first question mark; '' without one. */
  query: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: string
}

export interface FakeUser {
  _id: string
  email: string
  password: string
  accounts: { _id: string; name: string }[]
}

/**
 * A foreign platform on loopback: users, tokens, accounts, and an echo of every other call. It records its
 * requests.
 */
export interface FakePlatform {
  url: string
  users: FakeUser[]
  /** Valid tokens with their users. */
  tokens: Map<string, FakeUser>
  temporaryTokens: Map<string, FakeUser>
  /** Tokens of mailed links, invitations and password resets alike, with their users. */
  mailedTokens: Map<string, FakeUser>
  seen: SeenRequest[]
  /**
   * Sets the fault of all requests, or of those whose path begins with `path`: `/api/apps`, or with its
   * method `POST /api/apps`.
   */
  mode(fault: Fault, path?: string): void
  /** Resolves when a request for that path has been received. */
  arrived(path: string): Promise<void>
  /** Lets hanging requests continue. */
  release(): void
  /** Stops listening; connections are refused until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Like `stop`, for the end of a test. Idempotent. */
  close(): Promise<void>
}

export const ada: FakeUser = {
  _id: 'user-ada',
  email: 'ada@example.com',
  password: 'correct horse',
  accounts: [
    { _id: 'account-north', name: 'North' },
    { _id: 'account-south', name: 'South' },
  ],
}

export interface FakePlatformOptions {
  /** Length of its tokens. */
  tokenBytes?: number
  /** Address of a platform that answers instead; users and tokens are then those of that platform. */
  behind?: string
  /** Changes the answer of the platform behind to a request target. */
  convert?: (url: string, answer: unknown) => unknown
}

export async function startFakePlatform(options: FakePlatformOptions = {}): Promise<FakePlatform> {
  let app: FastifyInstance | null = null
  let port = 0
  let tokens = 0
  let modes: { path: string; mode: Fault }[] = []
  const hanging: (() => void)[] = []
  let waiting: { path: string; done: () => void }[] = []

  const fake: FakePlatform = {
    url: '',
    users: [structuredClone(ada)],
    tokens: new Map(),
    temporaryTokens: new Map(),
    mailedTokens: new Map(),
    seen: [],
    mode(mode, path = '') {
      modes = [{ path, mode }, ...modes.filter((entry) => entry.path !== path)]
    },
    arrived(path) {
      if (fake.seen.some(({ url }) => url.startsWith(path))) return Promise.resolve()
      return new Promise((done) => waiting.push({ path, done }))
    },
    release() {
      for (const go of hanging.splice(0)) go()
    },
    async stop() {
      const closing = app
      app = null
      fake.release()
      closing?.server.closeAllConnections()
      await closing?.close()
    },
    async start() {
      app = build()
      await app.listen({ port, host: '127.0.0.1' })
      port = (app.server.address() as AddressInfo).port
      fake.url = `http://127.0.0.1:${port}`
    },
    close: () => fake.stop(),
  }

  const faultFor = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) =>
    modes.find(({ path }) => url.startsWith(path) || `${method} ${url}`.startsWith(path))?.mode ?? 'ok'

  function build(): FastifyInstance {
    const server = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 * 1024 })
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    server.addHook('onRequest', (request, _reply, next) => {
      // Recorded before the body is read, so that a request whose body never ends is recorded too.
      const { method = '', url = '', headers, rawHeaders } = request.raw
      const [path = '', ...query] = url.split('?')
      fake.seen.push({ method, url, path, query: query.join('?'), headers, rawHeaders, body: '' })
      for (const one of waiting.filter(({ path }) => url.startsWith(path))) one.done()
      waiting = waiting.filter(({ path }) => !url.startsWith(path))
      next()
    })
    server.addHook('preHandler', async (request, reply) => {
      const noted = fake.seen.find(({ rawHeaders }) => rawHeaders === request.raw.rawHeaders)
      if (noted) noted.body = typeof request.body === 'string' ? request.body : ''
      const hold = () => new Promise<void>((go) => hanging.push(go))
      await applyFault(faultFor(request), request, reply, hold)
    })
    server.addHook('preSerialization', async (request, _reply, answer) => {
      const fault = faultFor(request)
      return typeof fault === 'object' && 'change' in fault ? fault.change(answer) : answer
    })
    if (options.behind) server.all('/*', (request, reply) => passOn(request, reply, options))
    else routes(server)
    return server
  }

  function routes(server: FastifyInstance): void {
    server.post('/api/users/login', (request, reply) => {
      const { email, password } = json(request) as { email?: string; password?: string }
      const user = fake.users.find((one) => one.email === email && one.password === password)
      return user ? signedIn(user) : refuse(reply, 401, 'The pair is wrong')
    })
    server.post('/api/users/tokenLogin', (request, reply) => {
      const { token = '' } = json(request) as { token?: string }
      const user = fake.temporaryTokens.get(token)
      fake.temporaryTokens.delete(token)
      return user ? signedIn(user) : refuse(reply, 401, 'The token was used')
    })
    server.post('/api/users/refreshToken', (request, reply) => {
      const user = caller(request)
      return user ? { token: newToken(user) } : refuse(reply, 401, 'Who are you')
    })
    server.post('/api/users/resetPassword', (request, reply) => {
      const known = fake.users.some(({ email }) => email === (json(request) as { email?: string }).email)
      return known ? reply.code(204).send() : refuse(reply, 404, 'Nobody has that e-mail')
    })
    server.post('/api/users/password', (request, reply) => {
      const { token, current, password } = json(request) as Record<string, string>
      const user = token === undefined ? caller(request) : takeMailed(token)
      if (!user || (token === undefined && user.password !== current)) return refuse(reply, 401, 'No')
      user.password = password ?? ''
      return reply.code(204).send()
    })
    server.post('/api/users/acceptInvitation', (request, reply) => {
      const { token = '', password } = json(request) as Record<string, string>
      const invited = fake.mailedTokens.get(token)
      const isNew = invited !== undefined && !fake.users.includes(invited)
      if (isNew && password === undefined) return refuse(reply, 400, 'Password is required of a new user')
      const user = takeMailed(token)
      if (!user) return refuse(reply, 401, 'No')
      return isNew ? { ...signedIn(user), account: user.accounts.at(-1) } : { authenticated: false }
    })
    server.post('/api/users/logout', (request, reply) => {
      fake.tokens.delete(bearer(request))
      return reply.code(204).send()
    })
    server.get('/api/user/:id', (request, reply) => {
      const user = caller(request)
      if (!user) return refuse(reply, 401, 'Who are you')
      const userAccountHash = Object.fromEntries(user.accounts.map(({ _id, name }) => [_id, { name }]))
      return { _id: user._id, email: user.email, userAccountHash }
    })
    server.all('/*', (request, reply) => {
      const authorized = caller(request) ?? request.headers.authorization?.startsWith('Basic ')
      if (!authorized) return refuse(reply, 401, 'Who are you')
      return { method: request.method, url: request.raw.url, body: request.body ?? null }
    })
  }

  function newToken(user: FakeUser): string {
    tokens += 1
    const token = `token-${tokens}`.padEnd(options.tokenBytes ?? 0, 'x')
    fake.tokens.set(token, user)
    return token
  }
  function takeMailed(token: string): FakeUser | undefined {
    const user = fake.mailedTokens.get(token)
    fake.mailedTokens.delete(token)
    return user
  }
  const signedIn = (user: FakeUser) => ({
    token: newToken(user),
    user: { _id: user._id, email: user.email },
  })
  const bearer = (request: FastifyRequest) => request.headers.authorization?.replace('Bearer ', '') ?? ''
  const caller = (request: FastifyRequest) => fake.tokens.get(bearer(request))

  await fake.start()
  return fake
}

const passed = ['accept', 'content-type', 'authorization', 'account-id', 'x-request-id', 'x-reveal']

/** Sends the same request to the platform behind. */
async function passOn(request: FastifyRequest, reply: FastifyReply, options: FakePlatformOptions) {
  const named = passed.flatMap((name) => [[name, request.headers[name]]] as const)
  const answer = await fetch(`${options.behind}${request.raw.url}`, {
    method: request.method,
    headers: named.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    body: typeof request.body === 'string' ? request.body : null,
    redirect: 'manual',
  })
  const text = await answer.text()
  void reply.code(answer.status)
  const retryAfter = answer.headers.get('retry-after')
  if (retryAfter) void reply.header('retry-after', retryAfter)
  if (text === '') return reply.send()
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return reply.send(text)
  const parsed: unknown = JSON.parse(text)
  return answer.ok && options.convert ? options.convert(request.url, parsed) : parsed
}

function json(request: FastifyRequest): unknown {
  return JSON.parse(String(request.body))
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ statusCode: status, message })
}
