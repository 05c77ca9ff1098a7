import { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { gitAddressOf, gitEnvironment } from './address.ts'
import { createGit, sentenceOf } from './git.ts'
import { requirePrograms } from './start.ts'

const TOKEN = 'marked-token-9a2b'

test('credentials of an address are in a header for its server only, and in no argument', () => {
  for (const settings of [
    { url: `https://otto:${TOKEN}@git.example.test:8443/ops/fleet.git` },
    { url: 'https://otto@git.example.test:8443/ops/fleet.git', token: TOKEN },
  ]) {
    const address = gitAddressOf(settings)
    expect(address.url).toBe('https://git.example.test:8443/ops/fleet.git')
    expect(address.secrets).toContain(TOKEN)
    const env = gitEnvironment(address, settings, { home: '/data/gitops', path: '/usr/bin' })
    const place = Object.entries(env).find(
      ([, value]) => value === 'http.https://git.example.test:8443/.extraHeader',
    )
    expect(env[place![0].replace('KEY', 'VALUE')]).toBe(
      `Authorization: Basic ${Buffer.from(`otto:${TOKEN}`).toString('base64')}`,
    )
    expect(env).toMatchObject({
      GIT_ALLOW_PROTOCOL: 'https',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
    })
  }
})

test('ssh asks nothing, reads no configuration, and takes only known hosts when they are given', () => {
  const settings = { url: 'ssh://git@git.example.test/ops/fleet', sshKey: "/k'ey", knownHosts: '/hosts' }
  const of = (given: typeof settings | { url: string }) =>
    gitEnvironment(gitAddressOf(given), given, { home: '/srv/console', path: undefined })['GIT_SSH_COMMAND']!
  expect(gitAddressOf(settings).url).toBe(settings.url)
  expect(of(settings)).toMatch(/^'ssh' '-F' '\/dev\/null' '-o' 'BatchMode=yes'/)
  expect(of(settings)).toContain("'StrictHostKeyChecking=yes' '-o' 'UserKnownHostsFile=/hosts'")
  expect(of(settings)).toContain("'-i' '/k'\\''ey'")
  expect(of({ url: settings.url })).toContain(
    "'StrictHostKeyChecking=accept-new' '-o' 'UserKnownHostsFile=/srv/console/known_hosts'",
  )
})

test('a reason is one bounded sentence without secrets and control characters', () => {
  const said = `remote: \u001b[31mNo.\u001b[0m\u0007 Ask ${TOKEN}\nremote: https://a:b@host/\nerror: failed to push some refs to 'x'`
  expect(sentenceOf(said, [TOKEN])).toBe('No.  Ask *** https://host/')
  expect(sentenceOf(`remote: ${'long '.repeat(500)}`, [])).toHaveLength(300)
  expect(
    sentenceOf(
      "fatal: '/srv/x.git' does not appear to be a git repository\nfatal: Could not read from remote repository.",
      [],
    ),
  ).toBe("'/srv/x.git' does not appear to be a git repository")
})

test.each([
  [
    'no file can be opened',
    'EMFILE',
    // Node makes no streams then.
    (error: Error) => {
      const child = new ChildProcess()
      process.nextTick(() => child.emit('error', error))
      return child
    },
  ],
  [
    'there is no memory',
    'ENOMEM',
    (error: Error) => {
      throw error
    },
  ],
])('a start that fails because %s is a fault of the program', async (_why, code, instead) => {
  const { signal } = new AbortController()
  const start = () => instead(Object.assign(new Error(code), { code }))
  const git = createGit({ cwd: tmpdir(), env: {}, secrets: [], signal, start })
  await expect(git.run(['--version'])).rejects.toThrow(`The program git cannot be started (${code})`)
})

// Fails when the frame that ssh draws around a warning is the reason.
test('a host with another key is named', () => {
  const changed = [
    '@'.repeat(59),
    '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @',
    '@'.repeat(59),
    'IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!',
    'Offending ED25519 key in /data/gitops/known_hosts:1',
    'Host key for [git.example.test]:2222 has changed and you have requested strict checking.',
    'Host key verification failed.',
    'fatal: Could not read from remote repository.',
  ]
  expect(sentenceOf(changed.join('\n'), [])).toBe(
    'Host key for [git.example.test]:2222 has changed and you have requested strict checking. Host key verification failed.',
  )
})

test('a start without the programs names the setting', async () => {
  await expect(requirePrograms({ url: 'file:///srv/x.git' }, tmpdir())).rejects.toThrow(
    /^FLUX_GIT_URL needs the program git 2\.31 or newer; there is none/,
  )
})
