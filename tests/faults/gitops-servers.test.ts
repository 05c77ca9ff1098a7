import { execFileSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import type { GitSettings } from '#server/platform/gitops/address.ts'
import { serveGitByHttps } from '../support/git-https.ts'
import { serveGitBySsh } from '../support/git-ssh.ts'
import { createGitBed, createRemote, type GitBed } from '../support/gitops.ts'

/**
 * The repository of Flux behind the servers that teams have: Git's own program behind https, and sshd. A credential that is
 * refused, a server that is not the expected one and a redirect publish nothing and say why; no credential is shown or stored.
 */

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function createFleet() {
  const remote = await createRemote()
  remote.commit({ 'README.md': 'Fleet\n' })
  opened.push(async () => remote.remove())
  return remote
}

async function openBed(
  remote: Awaited<ReturnType<typeof createRemote>>,
  settings: GitSettings,
): Promise<GitBed> {
  const bed = await createGitBed(remote, settings)
  opened.push(bed.close)
  return bed
}

async function byHttps() {
  const remote = await createFleet()
  const server = await serveGitByHttps(remote, 'flux')
  const bed = (settings: Partial<GitSettings> = {}) =>
    openBed(remote, {
      url: server.url,
      token: server.service.token,
      network: { GIT_SSL_CAINFO: server.ca },
      ...settings,
    })
  opened.push(server.stop)
  return { remote, server, bed }
}

async function bySsh() {
  const remote = await createFleet()
  const server = await serveGitBySsh(remote)
  const bed = (settings: Partial<GitSettings> = {}) =>
    openBed(remote, { url: server.url, sshKey: server.deployKey, ...settings })
  opened.push(server.stop)
  return { remote, server, bed }
}

/** Files of the working copy that have a text. */
function filesWith(text: string, folder: string): string {
  try {
    return execFileSync('grep', ['--recursive', '--files-with-matches', text, folder]).toString()
  } catch (error) {
    if ((error as { status?: number }).status === 1) return ''
    throw error
  }
}

// Fails when the token goes to the working copy, or a refusal loses a change.
test('https: a token opens the repository; one that is refused is said in words, without it', async () => {
  const { remote, server, bed } = await byHttps()
  const { create, settle, told, folder } = await bed()
  const { _id, gitops } = await create()
  expect(await settle()).toBeNull()
  expect(await told(_id)).toMatchObject({ state: 'published', commit: remote.head() })
  const { token } = server.service
  const basic = Buffer.from(`flux:${token}`).toString('base64')
  for (const secret of [token, basic]) expect(filesWith(secret, folder)).toBe('')

  server.service.token = 'another-token'
  await create()
  const fault = await settle()
  expect(fault).toMatch(/Authentication failed|could not read/i)
  for (const secret of [token, basic]) expect(fault).not.toContain(secret)
  server.service.token = token
  expect(await settle()).toBeNull()
  expect(remote.files().filter((file) => file.startsWith('clusters/'))).toHaveLength(2)
  expect(remote.files()).toContain(gitops.path)
})

test('https: a certificate of an authority that is not trusted gets nothing', async () => {
  const { remote, server, bed } = await byHttps()
  const { create, settle } = await bed({ network: { GIT_SSL_CAINFO: server.otherCa } })
  await create()
  expect(await settle()).toMatch(/certificate/i)
  expect(server.service.calls).toBe(0)
  expect(remote.log()).toEqual(['Otto | by hand'])
})

test('https: a redirect to another server is not followed, and that server gets no token', async () => {
  const { server, bed } = await byHttps()
  const elsewhere = await byHttps()
  const { create, settle } = await bed()
  await create()
  server.service.redirect = new URL(elsewhere.server.url).origin
  expect(await settle()).toMatch(/redirect|302/i)
  expect(elsewhere.server.service.calls).toBe(0)
})

// Fails when a host with another key gets the commits.
test.each(['listed', 'seen first'])(
  'ssh: a deploy key opens the repository of a host that is %s',
  async (known) => {
    const { remote, server, bed } = await bySsh()
    const { create, settle, told } = await bed(known === 'listed' ? { knownHosts: server.knownHosts } : {})
    const { _id } = await create()
    expect(await settle()).toBeNull()
    expect(await told(_id)).toMatchObject({ state: 'published', commit: remote.head() })
    const published = remote.head()
    await server.changeHostKey()
    await create()
    expect(await settle()).toMatch(/host key/i)
    expect(remote.head()).toBe(published)
  },
)

test('ssh: a key that the server does not know is refused in its words', async () => {
  const { remote, server, bed } = await bySsh()
  const { create, settle } = await bed({ sshKey: server.strangerKey, knownHosts: server.knownHosts })
  await create()
  expect(await settle()).toMatch(/Permission denied/)
  expect(remote.log()).toEqual(['Otto | by hand'])
})
