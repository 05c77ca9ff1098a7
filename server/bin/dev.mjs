import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

ensureInstalled()

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url))

/** The server restarts at every change of its sources; Vite updates the client in place. */
const commands = [
  [
    bin('tsx/dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    '--include',
    'server/**/*.ts',
    '--include',
    'shared/**/*.ts',
    'server/main.ts',
  ],
  [bin('vite/bin/vite.js'), '--config', 'web/vite.config.ts'],
]

const children = commands.map((args) =>
  spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { GRAPHQL_OPERATIONS: 'any', ...process.env },
  }),
)

/** When one process exits, the other is stopped. */
function stop() {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const child of children) child.once('exit', stop)
