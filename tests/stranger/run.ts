import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assertFree } from '#server/lib/listening.ts'
import { outputWith } from '../image/confined.ts'
import { installNode, makeDebian, npmSettings, run } from '../support/debian-root.ts'
import { ended, start, type Inside, type Line } from './inside.ts'

/**
 * `npm run stranger`: clones the last commit into an empty Debian with only git and Node, and runs the two
 * commands of the README there as a plain user: on the oldest supported Node, and on the newest tested one.
 * `npm run stranger whole` runs all of `npm test` instead of its unit tests, with the two Debian packages
 * that the README names; versions may be given, as `npm run stranger whole 24`. Needs root and debootstrap.
 */
const [, , ...given] = process.argv
const whole = given.includes('whole')
const named = given.filter((one) => /^\d/.test(one))
const versions = named.length ? named : ['20.19.2', '24']
const project = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'console-stranger-'))
const debian = path.join(folder, 'debian')
const home = '/home/stranger'
const say = (line: string) => process.stdout.write(`\n== ${line}\n`)
const settings = npmSettings()
const stranger: Inside = {
  folder: home,
  user: '1000:1000',
  environment: [
    `HOME=${home}`,
    'PATH=/usr/local/bin:/usr/bin:/bin',
    `NPM_CONFIG_REGISTRY=${settings.registry}`,
    `NPM_CONFIG_CAFILE=${settings.cafile}`,
  ],
}
const administrator: Inside = {
  folder: '/',
  user: '0:0',
  environment: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'DEBIAN_FRONTEND=noninteractive'],
}

/** Runs a command to its end. Throws when it fails. */
async function complete(command: string, as: Inside): Promise<void> {
  const code = await ended(start(debian, command, as))
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)

/** Seconds until the output of the command matches. */
async function until(line: Line, words: RegExp): Promise<{ found: RegExpExecArray; after: string }> {
  const from = performance.now()
  return { found: await outputWith(line, words), after: seconds(from) }
}

async function stop(line: Line): Promise<void> {
  const over = ended(line)
  line.interrupt()
  const code = await over
  // npm exits with 130 after Ctrl-C, even when the stop was orderly.
  if (code !== 0 && code !== 130) throw new Error(`npm start ended with ${code} after Ctrl-C`)
}

async function checkVersion(version: string): Promise<string> {
  installNode(debian, version)
  await complete('rm -rf console && git clone --quiet /srv/console.git console', stranger)
  const inside = { ...stranger, folder: `${home}/console` }

  const line = start(debian, 'npm start', inside)
  const begun = performance.now()
  const installed = await until(line, /Building the client/)
  const { found } = await until(line, /Console on (\S+) - sign in as \S+ and password (\S+)/)
  const first = seconds(begun)
  const [, url = '', password = ''] = found
  const client = path.join(project, 'tests/support/sample-plan.ts')
  const told = execFileSync(process.execPath, ['--import', 'tsx', client, url, password], {
    encoding: 'utf8',
    cwd: project,
  })
  if (told !== '{"page":200,"run":"completed"}') throw new Error(`the sample plan: ${told}`)
  const used = seconds(begun)
  await stop(line)

  const second = start(debian, 'npm start', inside)
  const { after } = await until(second, /Console on /)
  await stop(second)
  await complete('test -z "$(git status --porcelain)"', inside)

  const tests = performance.now()
  await complete(whole ? 'npm test' : 'npx vitest run --project unit', inside)
  return (
    `Node ${version}: packages ${installed.after} s, first page after ${first} s, a sample plan run to its end after ` +
    `${used} s, second start ${after} s, ${whole ? 'npm test' : 'its unit tests'} ${seconds(tests)} s`
  )
}

await assertFree('0.0.0.0', 8080)
try {
  makeDebian(debian, ['git', 'ca-certificates'])
  run('cp', ['/etc/resolv.conf', path.join(debian, 'etc/resolv.conf')])
  await complete('useradd --create-home --uid 1000 --shell /bin/bash stranger', administrator)
  run('git', ['clone', '--quiet', '--bare', project, path.join(debian, 'srv/console.git')])
  run('chown', ['-R', '1000:1000', path.join(debian, 'srv/console.git')])
  if (whole)
    await complete(
      'apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell postgresql-15',
      administrator,
    )
  const found: string[] = []
  for (const version of versions) {
    say(`Node ${version}`)
    found.push(await checkVersion(version))
  }
  for (const one of found) say(one)
} finally {
  // Remaining processes may still write after a failure.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
