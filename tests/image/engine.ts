import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Operator } from '../support/operator.ts'
import { image } from './build-image.ts'
import type { Engine } from './daemon.ts'
import { expect, leftOut, say, secondsSince } from './report.ts'

/** Of this run, because the daemon may have containers of others. */
export const ownName = `console-image-${process.pid}`
/** Debian and Node, made on this machine. */
export const madeBase = 'localhost/console-base:tried'

/**
 * Builds the image by `docker build`, on the Dockerfile's own base if it can be pulled, else on the given Debian.
 * Returns the seconds that it took.
 */
export function buildByDocker({ docker, can }: Engine, debian: string, context: string): number {
  const archive = `${debian}.tar`
  execFileSync('tar', ['--create', '--file', archive, '--directory', debian, '.'])
  docker('import', '--change', 'ENV PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', archive, madeBase)
  const dockerfile = readFileSync(path.join(context, 'Dockerfile'), 'utf8')
  const official = /^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1] ?? ''
  const pulled = can('pull', '--quiet', official)
  if (!pulled)
    leftOut('the base of the Dockerfile', `${official} cannot be pulled; built on a Debian made here`)
  const begun = performance.now()
  const from = ['--build-arg', `BASE=${pulled ? official : madeBase}`]
  docker('build', '--network', 'host', ...from, '--tag', image, context)
  return secondsSince(begun)
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Seconds until Docker calls the container healthy, and until its platform and live events are there too. Throws with
 * its log when it ends, or after a minute.
 */
async function started({ docker }: Engine, url: string): Promise<{ healthy: number; ready: number }> {
  const begun = performance.now()
  let healthy = 0
  for (;;) {
    const format = '{{.State.Status}} {{.State.Health.Status}}'
    const [status, health] = docker('inspect', '--format', format, ownName).split(' ')
    if (health === 'healthy') healthy ||= secondsSince(begun)
    // A connection from before the kill may be taken, and closed.
    const ready = healthy ? await fetch(`${url}/readyz`).catch(() => null) : null
    if (ready?.ok) return { healthy, ready: secondsSince(begun) }
    if (status !== 'running' || performance.now() - begun > 60_000)
      throw new Error(`The container is ${status}, ${health}:\n${docker('logs', ownName)}`)
    await wait(100)
  }
}

/** A task of a script, whose process is one more than those of the samples. */
async function runScript(operator: Operator): Promise<void> {
  const teamId = await operator.create('/api/teams', { name: 'Image' })
  const code = 'export default ({ inputs }) => ({ product: inputs.a * inputs.b })'
  await operator.create('/api/scripts', { name: 'Multiply', teamId, code })
  const [app] = await operator.list('/api/apps')
  const run = await operator.create('/api/workqueues', {
    appId: app?._id,
    name: 'Multiply',
    tasks: [
      {
        name: 'a',
        type: 'task.script.multiply',
        inputs: { a: 6, b: 7 },
        outputs: { product: '$state.product' },
      },
    ],
  })
  const { status, state } = await operator.ended(run)
  expect(status === 'completed' && JSON.stringify(state) === '{"product":42}', 'a script runs in it')
}

/**
 * Runs the image as the documentation says: one published port, one volume, a read-only root, no capabilities. Kills
 * it during a run and starts it again. Returns figures.
 */
export async function testInEngine(engine: Engine): Promise<Record<string, number>> {
  const { docker } = engine
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const within = (...command: string[]) => docker('exec', ownName, ...command)
  const bounds =
    '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --pids-limit 200 --memory 1280m'
  const open = ['--publish', `127.0.0.1:${port}:8080`, '--volume', `${ownName}:/data`]
  try {
    docker(
      'run',
      '--detach',
      '--name',
      ownName,
      ...open,
      ...bounds.split(' '),
      '--health-interval',
      '1s',
      image,
    )
    const first = await started(engine, url)
    say(`ok healthy after ${first.healthy} s, ready after ${first.ready} s`)
    const [, password = ''] = /password (\S+)/.exec(docker('logs', ownName)) ?? []
    const operator = new Operator(url)
    await operator.signIn(password)
    await runScript(operator)
    expect(/^git version/.test(within('git', '--version')), 'git is in it')
    expect(/^OpenSSH/.test(within('sh', '-c', 'ssh -V 2>&1')), 'ssh is in it')
    const refused = within('sh', '-c', 'touch /app/new 2>&1 || grep CapEff /proc/1/status')
    expect(/Read-only[^]*CapEff:\t0+$/.test(refused), 'its root is read-only, and it has no capabilities')

    const run = await operator.startSample()
    while ((await operator.runOf(run)).status !== 'started') await wait(100)
    docker('kill', ownName)
    docker('start', ownName)
    const again = await started(engine, url)
    say(`ok healthy ${again.healthy} s, ready ${again.ready} s after it was killed`)
    // With the session from before.
    const { status } = await operator.ended(run)
    expect(status === 'completed', `the run during which it was killed ends: ${status}`)

    const begun = performance.now()
    docker('stop', ownName)
    const stopped = secondsSince(begun)
    const code = docker('inspect', '--format', '{{.State.ExitCode}}', ownName)
    expect(code === '0', `it stops in order in ${stopped} s`)
    const bytes = Number(docker('image', 'inspect', '--format', '{{.Size}}', image))
    return {
      'MB by docker images': Math.round(bytes / 1e6),
      'seconds until healthy': first.healthy,
      'until ready': first.ready,
      'until healthy after docker kill': again.healthy,
      'until ready after it': again.ready,
      'seconds of docker stop': stopped,
    }
  } finally {
    engine.can('rm', '--force', '--volumes', ownName)
    engine.can('volume', 'rm', ownName)
  }
}
