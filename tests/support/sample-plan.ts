import { z } from 'zod'

/**
 * Uses the console at the address in its first argument as an operator does: signs in with the password in
 * the second one, runs a sample plan to its end. A separate program, because it also runs inside the network
 * of an image; prints its results as JSON.
 */
const [, , url = '', password = ''] = process.argv
const started = z.object({ _id: z.string(), status: z.string() })
let cookie = ''

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-csrf': '1', cookie }
  const answer = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  cookie ||= answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return answer.json()
}

const named = z.object({ data: z.array(z.object({ _id: z.string(), name: z.string() })) })
const list = async (path: string) => named.parse(await ask('GET', path)).data

const page = await fetch(url)
await ask('POST', '/session', { email: 'admin@localhost', password })
const [app] = await list('/api/apps?page=1&pagesize=10')
const plan = (await list('/api/plans?page=1&pagesize=10')).find(({ name }) => name === 'Import a file')
const run = started.parse(await ask('POST', `/api/plans/${plan?._id}/run?appId=${app?._id}`, {}))
let { status } = run
while (['notstarted', 'started'].includes(status)) {
  await new Promise((resolve) => setTimeout(resolve, 200))
  status = started.parse(await ask('GET', `/api/workqueues/${run._id}`)).status
}
process.stdout.write(JSON.stringify({ page: page.status, run: status }))
