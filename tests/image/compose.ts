import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { parse } from 'yaml'
import { z } from 'zod'
import { Operator } from '../support/operator.ts'
import { image } from './build-image.ts'
import type { Engine } from './daemon.ts'
import { freePort, madeBase, ownName } from './engine.ts'
import { expect, leftOut, say, secondsSince } from './report.ts'

const install = 'RUN apt-get update && apt-get install --yes --no-install-recommends'

/** Images with Debian's programs, which take the same settings, for machines that reach no registry. */
const standIns = {
  proxy: `FROM ${madeBase}
${install} haproxy wget
USER haproxy
`,
  postgres: `FROM ${madeBase}
RUN mkdir /etc/postgresql-common && echo create_main_cluster = false > /etc/postgresql-common/createcluster.conf
${install} postgresql-15 && chmod 3777 /var/run/postgresql
ENV PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
COPY start /start
STOPSIGNAL SIGINT
CMD ["sh", "/start"]
`,
}
const startOfPostgres = `set -e
if [ ! -s $PGDATA/PG_VERSION ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8
  echo host all all all scram-sha-256 >> $PGDATA/pg_hba.conf
  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single postgres
fi
exec postgres -c listen_addresses='*'
`

const services = z.object({ services: z.record(z.string(), z.looseObject({ image: z.string() })) })
const nameOf = (service: string) => `localhost/console-${service}:tried`
export const standInNames = Object.keys(standIns).map(nameOf)

/** Writes a file for Compose that replaces the images that cannot be pulled, and makes those. */
function replaceImages({ docker, can }: Engine, file: string, folder: string): string {
  const written = services.parse(parse(readFileSync(file, 'utf8'), { merge: true })).services
  const replaced: Record<string, { image: string }> = {}
  for (const [service, dockerfile] of Object.entries(standIns)) {
    const official = written[service]?.image ?? ''
    if (can('pull', '--quiet', official)) continue
    leftOut(`the image ${official}`, `it cannot be pulled; ${service} is Debian's`)
    const context = path.join(folder, service)
    mkdirSync(context, { recursive: true })
    writeFileSync(path.join(context, 'Dockerfile'), dockerfile)
    writeFileSync(path.join(context, 'start'), startOfPostgres)
    docker('build', '--network', 'host', '--tag', nameOf(service), context)
    replaced[service] = { image: nameOf(service) }
  }
  const target = path.join(folder, 'images.json')
  writeFileSync(target, JSON.stringify({ services: replaced }))
  return target
}

/** Whether the gateway behind the proxy answers on a socket. */
function socketAnswers({ url, cookie }: Operator): Promise<boolean> {
  const headers = { cookie, origin: url }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send('{"type":"connection_init"}'))
    socket.once('message', (data: Buffer) => {
      socket.close()
      resolve(data.toString().includes('connection_ack'))
    })
  })
}

/** Kills all processes of a gateway but the first, while the console is asked; Docker has to start it again. */
async function killGateway({ docker, can }: Engine, operator: Operator, id: string): Promise<void> {
  const state = () => docker('inspect', '--format', '{{.RestartCount}} {{.State.Health.Status}}', id)
  can('exec', id, 'sh', '-c', 'kill -9 -1')
  let answered = 0
  const until = performance.now() + 60_000
  while (state() !== '1 healthy') {
    await operator.list('/api/apps')
    answered++
    if (performance.now() > until) throw new Error(`The gateway is not back: ${state()}`)
    await wait(50)
  }
  say(`ok a killed gateway is started again, and all of ${answered} calls meanwhile are answered`)
}

/** Starts a compose.yaml and uses it; the folder gets its settings. Returns figures, none where Docker Compose is absent. */
export async function testCompose(
  engine: Engine,
  file: string,
  folder: string,
): Promise<Record<string, number>> {
  if (!engine.can('compose', 'version')) {
    leftOut('compose.yaml', 'there is no Docker Compose 2')
    return {}
  }
  const port = await freePort()
  const url = `http://localhost:${port}`
  const keys = ['POSTGRES_PASSWORD', 'SESSION_KEY', 'SECRETS_KEY', 'PUSHER_KEY']
  const settings = keys.map((name) => `${name}=${randomBytes(32).toString('hex')}`)
  settings.push(`PUBLIC_URL=${url}`, `PUBLISH=127.0.0.1:${port}`, `CONSOLE_IMAGE=${image}`)
  mkdirSync(folder, { recursive: true })
  const env = path.join(folder, 'settings')
  writeFileSync(env, settings.join('\n'))
  const files = ['--file', file, '--file', replaceImages(engine, file, folder)]
  const compose = (...args: string[]) =>
    engine.docker('compose', '--project-name', ownName, ...files, '--env-file', env, ...args)
  try {
    const begun = performance.now()
    compose('up', '--no-build', '--detach', '--wait')
    const seconds = secondsSince(begun)
    say(`ok all services of compose.yaml are healthy after ${seconds} s`)
    const operator = new Operator(url)
    const [, password = ''] = /password (\S+)/.exec(compose('logs', '--no-log-prefix', 'platform')) ?? []
    await operator.signIn(password)
    await operator.ask('POST', '/api/teams', { name: 'Proxy' }, { 'x-forwarded-for': '192.0.2.1' })
    const audit = JSON.stringify(await operator.ask('GET', '/api/audit?page=1&pagesize=10'))
    const known = /"source":"[\d.]+"/.test(audit) && !audit.includes('192.0.2.1')
    expect(known, 'the audit has the address of the caller, who cannot choose it')
    expect(await socketAnswers(operator), 'live updates pass the proxy')
    const run = await operator.startSample()
    await killGateway(engine, operator, compose('ps', '--quiet', 'gateway').split('\n')[0] ?? '')
    const { status } = await operator.ended(run)
    expect(status === 'completed', `a run ends: ${status}`)
    return { 'seconds until all services of compose.yaml are healthy': seconds }
  } catch (error) {
    say(compose('logs', '--tail', '30'))
    throw error
  } finally {
    compose('down', '--volumes', '--timeout', '5')
  }
}
