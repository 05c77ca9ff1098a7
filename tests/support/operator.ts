import { z } from 'zod'

const run = z.looseObject({ _id: z.string(), status: z.string(), state: z.unknown() })
const named = z.object({ data: z.array(z.object({ _id: z.string(), name: z.string() })) })
const created = z.object({ _id: z.string() })

const cookieOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** A user of a console at an address, who knows its public interface alone. */
export class Operator {
  readonly url: string
  /** Of the session, for a socket. */
  cookie = ''

  constructor(url: string) {
    this.url = url
  }

  /** Calls the console; `headers` are further ones. Throws for an answer that is no success. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<unknown> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-csrf': '1', cookie: this.cookie, ...headers },
      body: body ? JSON.stringify(body) : null,
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    this.cookie ||= cookieOf(answer)
    return answer.json()
  }

  /** Takes the cookie of now, as a page does every ten minutes: the one of the sign-in is refused after the idle time. */
  async renew(): Promise<void> {
    const answer = await fetch(`${this.url}/session`, { headers: { cookie: this.cookie } })
    this.cookie = cookieOf(answer) || this.cookie
  }

  signIn(password: string): Promise<unknown> {
    return this.ask('POST', '/session', { email: 'admin@localhost', password })
  }

  /** Creates an entity and returns its id. */
  async create(path: string, body: object): Promise<string> {
    return created.parse(await this.ask('POST', path, body))._id
  }

  async list(path: string): Promise<{ _id: string; name: string }[]> {
    return named.parse(await this.ask('GET', `${path}?page=1&pagesize=10`)).data
  }

  /** Starts the sample plan with a retry, which takes some ten seconds, in the first app; returns the run's id. */
  async startSample(): Promise<string> {
    const [app] = await this.list('/api/apps')
    const plan = (await this.list('/api/plans')).find(({ name }) => name === 'Import a file')
    return this.create(`/api/plans/${plan?._id}/run?appId=${app?._id}`, {})
  }

  async runOf(id: string) {
    return run.parse(await this.ask('GET', `/api/workqueues/${id}`))
  }

  /** The run when it has ended. */
  async ended(id: string) {
    for (;;) {
      const found = await this.runOf(id)
      if (!['notstarted', 'started'].includes(found.status)) return found
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
