import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { findFreePort } from '#server/lib/listening.ts'
import { sshd } from '../debian-program.mjs'
import type { Remote } from './gitops.ts'
import { endProcess } from './platform-process.ts'

const host = '127.0.0.1'

/** Serves a repository by Debian's sshd to the user of the tests. Throws if it is not installed: no test is skipped. */
export async function serveGitBySsh(remote: Remote) {
  if (!existsSync(sshd.program)) throw new Error(`Install Debian's package ${sshd.debianPackage}`)
  const port = await findFreePort(host)
  const file = (name: string) => path.join(remote.folder, name)
  for (const name of ['host', 'other-host', 'deploy', 'stranger'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)])
  writeFileSync(file('authorized'), readFileSync(file('deploy.pub')))
  writeFileSync(file('known_hosts'), `[${host}]:${port} ${readFileSync(file('host.pub'), 'utf8')}`)
  // The program refuses to start without it, as root.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true })

  async function launch(hostKey: string): Promise<ChildProcess> {
    const settings = {
      Port: port,
      ListenAddress: host,
      HostKey: file(hostKey),
      AuthorizedKeysFile: file('authorized'),
      PidFile: 'none',
      UsePAM: 'no',
      StrictModes: 'no',
      PasswordAuthentication: 'no',
      PermitRootLogin: 'prohibit-password',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    const child = spawn(sshd.program, ['-D', '-e', '-f', '/dev/null', ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await new Promise<void>((resolve, reject) => {
      let said = ''
      child.stderr.on('data', (piece: Buffer) => {
        said += piece
        if (said.includes('Server listening')) resolve()
      })
      child.once('close', () => reject(new Error(said)))
    })
    return child
  }

  let server = await launch('host')
  return {
    url: `ssh://${userInfo().username}@${host}:${port}${remote.bare}`,
    deployKey: file('deploy'),
    strangerKey: file('stranger'),
    knownHosts: file('known_hosts'),
    /** From now on the host shows another key. */
    async changeHostKey() {
      await endProcess(server, 'SIGTERM')
      server = await launch('other-host')
    },
    stop: () => endProcess(server, 'SIGTERM'),
  }
}
