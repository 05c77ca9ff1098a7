import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import manifest from '#package.json' with { type: 'json' }

/** Rules for the Dockerfile that need no build; `npm run image` builds and tests the image. */

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** Instructions, each on one line. */
const instructions = read('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line && !line.startsWith('#'))
const of = (name: string, lines = instructions) =>
  lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())
const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))

test('the base is named once and can be replaced', () => {
  expect(of('ARG')[0]).toMatch(/^BASE=docker\.io\/library\/node:\d+-bookworm-slim$/)
  expect(of('FROM').map((line) => line.split(' ')[0])).toEqual(Array(2).fill('$' + '{BASE}'))
})

test('the container starts the program directly, as an unprivileged user', () => {
  expect(of('USER', last)).toEqual(['65532:65532'])
  expect(of('CMD', last)).toEqual(['["node", "dist/server/main.js"]'])
  expect(of('ENTRYPOINT', last)).toEqual([])
  expect(of('STOPSIGNAL', last)).toEqual(['SIGTERM'])
  expect(of('HEALTHCHECK', last).join()).toContain('/healthz')
  expect(of('VOLUME', last)).toEqual(['/data'])
})

test('installers and build files are not in the final image, and npm is removed', () => {
  const copied = of('COPY', last).flatMap((line) => line.split(' ').slice(0, -1))
  expect(copied).toEqual([
    '--from=build',
    '/runtime/node_modules',
    '--from=build',
    '/app/dist',
    'package.json',
    'LICENSE',
  ])
  expect(of('RUN', last).join()).toMatch(/rm -rf .*\/usr\/local\/lib\/node_modules .*\/usr\/local\/bin\/npm /)
  expect(last.join('\n')).not.toMatch(/npm (ci|install)|_KEY|_PASSWORD|_SECRET|_TOKEN/)
  expect(of('ADD')).toEqual([])
})

test('its version is that of the product and the chart', () => {
  expect(of('ARG', last)).toContain(`VERSION=${manifest.version}`)
  expect(read('helm/Chart.yaml')).toContain(
    `\nversion: ${manifest.version}\nappVersion: ${manifest.version}\n`,
  )
  const named = [...read('docs/deploying.md').matchAll(/\/workforce-console:(\S+)/g)].map(
    ([, version]) => version,
  )
  expect(new Set(named)).toEqual(new Set([manifest.version]))
})

test('only sources reach the build, without secrets', () => {
  const rules = read('.dockerignore').trim().split('\n')
  expect(rules[0]).toBe('*')
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  expect(allowed.sort()).toEqual(
    [
      '.npmrc',
      'LICENSE',
      'package-lock.json',
      'package.json',
      'server',
      'shared',
      'tsconfig.json',
      'web',
    ].sort(),
  )
  // A later rule takes precedence, so exclusions within the folders come after them.
  const refused = rules.slice(rules.findLastIndex((rule) => rule.startsWith('!')) + 1)
  expect(refused).toEqual(
    expect.arrayContaining(['**/.env*', '**/*.pem', '**/*.key', '**/node_modules', '**/*.test.ts']),
  )
  expect(read('.npmrc')).not.toMatch(/_auth|token|password/i)
})
