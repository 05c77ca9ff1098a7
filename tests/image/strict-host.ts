import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { endProcess } from '../support/platform-process.ts'
import { buildah, image } from './build-image.ts'
import { confine, descendants, outputWith } from './confined.ts'
import { expect, say } from './report.ts'

const uid = 65532

/** Files that must not be in an image: installers, sources of bundles, secrets, tests. */
const unwanted = [
  'npm',
  'npx',
  'corepack',
  'yarn',
  'pnpm',
  '*.map',
  '.env',
  '.env.*',
  '.npmrc',
  '.git',
  '*.test.*',
  '*.pem.key',
  '*.key',
  'id_rsa*',
  '*.tsbuildinfo',
  'test-results',
]

/** What is in the image and what is not. Returns its size in MB. */
export function inspectFiles(root: string): number {
  const names = unwanted.flatMap((name) => ['-name', name, '-o']).slice(0, -1)
  const found = execFileSync('find', [root, '(', ...names, ')'], { encoding: 'utf8' }).trim()
  expect(found === '', `no npm, source map, secret or test is in it ${found}`)
  const writable = execFileSync('find', [root, '-xdev', '-user', String(uid)], { encoding: 'utf8' }).trim()
  expect(writable === path.join(root, 'data'), 'the user owns nothing but /data')
  const size = (where: string) =>
    Number(execFileSync('du', ['-sm', where], { encoding: 'utf8' }).split('\t')[0])
  const parts = ['app/node_modules', 'app/dist/web', 'app/dist/server', 'usr/local/bin/node', 'usr', ''].map(
    (part) => `/${part} ${size(path.join(root, part))} MB`,
  )
  say(`size: ${parts.join(', ')}`)
  return size(root)
}

const configuration = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      WorkingDir: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
})

/** Starts the mounted image twice on one folder of data, without a network, without rights. */
export async function testOnStrictHost(folder: string, root: string): Promise<void> {
  const { config } = configuration.parse(
    JSON.parse(buildah(folder, 'inspect', '--type', 'image', image)),
  ).Docker
  expect(config.User === `${uid}:${uid}`, `it runs as ${uid}`)
  const data = path.join(folder, 'data')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, uid, uid)

  for (const start of ['first', 'second']) {
    const console = confine(root, data, [`--chdir=${config.WorkingDir}`, ...config.Env, ...config.Cmd])
    try {
      const [, password = ''] = await outputWith(
        console,
        start === 'first' ? /password (\S+)/ : /Console on ()/,
      )
      const pid = console.child.pid ?? 0
      const within = (...command: string[]) =>
        execFileSync('nsenter', ['--target', String(pid), '--net', ...command], { encoding: 'utf8' })
      const tree = descendants(pid)
      const bound = tree.filter(({ status }) =>
        [`Uid:\t${uid}\t${uid}\t${uid}\t${uid}`, 'CapEff:\t0000000000000000', 'NoNewPrivs:\t1'].every(
          (line) => status.includes(line),
        ),
      )
      expect(
        tree.length > 3 && bound.length === tree.length,
        `all ${tree.length} processes are bound, ${start} start`,
      )
      const [, ...health] = config.Healthcheck.Test
      within('chroot', root, '/usr/bin/env', ...config.Env, ...health)
      expect(true, 'its health check passes')
      if (start === 'first') {
        const client = path.join(import.meta.dirname, '../support/sample-plan.ts')
        const told = within(process.execPath, '--import', 'tsx', client, 'http://127.0.0.1:8080', password)
        expect(told === '{"page":200,"run":"completed"}', `the page is there, and a run ends: ${told}`)
      }
      const server = tree.find(({ status }) => status.includes(`\nPPid:\t${pid}\n`))
      process.kill(server?.pid ?? Number.NaN, 'SIGTERM')
      await new Promise((resolve) => console.child.once('close', resolve))
      expect(console.child.exitCode === 0, 'it ends in order')
    } catch (error) {
      say(console.output())
      throw error
    } finally {
      await endProcess(console.child, 'SIGKILL')
    }
  }
}
