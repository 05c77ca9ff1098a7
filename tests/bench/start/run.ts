import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { exitOf } from '../processes.ts'
import { figure, median, table } from '../table.ts'

const ROUNDS = 3
const PORT = 8971
const URL_BASE = `http://127.0.0.1:${PORT}`
const admin = { email: 'admin@localhost', password: 'bench-password-1' }

/**
 * G10: `npm start` with everything installed and built. First start: empty data folder until a browser that is open
 * already shows the signed-in apps page. Restart: SIGTERM, start again, until the page is back. Memory: the
 * proportional set size of the whole process tree, 20 s after the last request.
 */
export async function benchStart(): Promise<string> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const first: number[] = []
  const again: number[] = []
  const memory: Record<string, number>[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = await mkdtemp(join(tmpdir(), 'bench-start-'))
      const page = await browser.newPage()
      first.push(await timed(dataDir, page, signIn, async () => {}))
      again.push(
        await timed(dataDir, page, showsApps, async (pid) => {
          await page.goto('about:blank')
          await new Promise((resolve) => setTimeout(resolve, 20_000))
          memory.push(await residentOf(pid))
        }),
      )
      await page.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  } finally {
    await browser.close()
  }
  const total = memory.map((parts) => Object.values(parts).reduce((sum, part) => sum + part, 0))
  const parts = Object.entries(memory.at(-1) ?? {}).map(([name, value]) => `${name} ${figure(value)}`)
  return [
    '## G10: start and memory',
    '',
    table(
      ['figure', 'median', 'min..max'],
      [
        ['first `npm start` to the signed-in page, s', figure(median(first)), span(first)],
        ['restart to the page, s', figure(median(again)), span(again)],
        [`resident at rest (proportional set), MB: ${parts.join(', ')}`, figure(median(total)), span(total)],
      ],
    ),
  ].join('\n')
}

const span = (values: number[]) => `${figure(Math.min(...values))}..${figure(Math.max(...values))}`

/**
 * Starts the product, waits until `shown` is done, does `afterwards`, stops it. Returns the seconds until
 * shown.
 */
async function timed(
  dataDir: string,
  page: Page,
  shown: (page: Page) => Promise<void>,
  afterwards: (pid: number) => Promise<void>,
): Promise<number> {
  const from = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    env: {
      ...globalThis.process.env,
      PORT: String(PORT),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  })
  try {
    await answers()
    await shown(page)
    const seconds = (performance.now() - from) / 1000
    await afterwards(child.pid ?? 0)
    return seconds
  } finally {
    await stop(child)
  }
}

async function answers(): Promise<void> {
  for (;;) {
    const ready = await fetch(`${URL_BASE}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${URL_BASE}/login`)
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Getting started').first().waitFor()
}

async function showsApps(page: Page): Promise<void> {
  await page.goto(`${URL_BASE}/apps`)
  await page.getByText('Getting started').first().waitFor()
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await exitOf(child)
}

/** Proportional set size in MB of a process and all its descendants, by kind of process. */
async function residentOf(root: number): Promise<Record<string, number>> {
  const parents = new Map<number, number[]>()
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)])
  }
  const sizes: Record<string, number> = {}
  const visit = async (pid: number): Promise<void> => {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
    const name = /postgres/.test(command)
      ? 'PostgreSQL'
      : /platform/.test(command)
        ? 'platform'
        : /^npm|^sh /.test(command)
          ? 'npm'
          : 'gateway'
    sizes[name] = (sizes[name] ?? 0) + kilobytes / 1024
    for (const child of parents.get(pid) ?? []) await visit(child)
  }
  await visit(root)
  return sizes
}
