import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { environmentWith } from '#server/config.ts'
import { makeCertificates } from './certificates.ts'
import type { Remote } from './gitops.ts'

/** Serves a repository by https with Git's own CGI program, to a user with a token. */
export async function serveGitByHttps(remote: Remote, user: string) {
  const files = makeCertificates(remote.folder)
  const service = { token: 'right-token-81', redirect: null as string | null, calls: 0 }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    service.calls += 1
    if (service.redirect !== null)
      return void response.writeHead(302, { location: service.redirect + request.url }).end()
    const expected = `Basic ${Buffer.from(`${user}:${service.token}`).toString('base64')}`
    if (request.headers.authorization !== expected)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="Git"' }).end('not you')
    passToGit(remote, user, request, response)
  }

  const server = createServer({ cert: readFileSync(files.certificate), key: readFileSync(files.key) }, answer)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...files,
    service,
    url: `https://${user}@localhost:${port}/fleet.git`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** CGI: the request in variables and at the standard input, the headers of the answer before its first empty line. */
function passToGit(remote: Remote, user: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'https://localhost')
  const { headers } = request
  const cgi = spawn('git', ['http-backend'], {
    env: environmentWith({
      GIT_PROJECT_ROOT: remote.folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      REMOTE_USER: user,
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'],
      CONTENT_LENGTH: headers['content-length'],
      HTTP_CONTENT_ENCODING: headers['content-encoding']?.toString(),
      GIT_PROTOCOL: headers['git-protocol']?.toString(),
    }),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  request.pipe(cgi.stdin)
  let head: Buffer | null = Buffer.alloc(0)
  cgi.stdout.on('data', (piece: Buffer) => {
    if (head === null) return void response.write(piece)
    head = Buffer.concat([head, piece])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const lines = head.subarray(0, end).toString().split('\r\n')
    const pairs = lines.map((line) => line.split(': ') as [string, string])
    const status = pairs.find(([name]) => name === 'Status')?.[1]
    response.writeHead(status === undefined ? 200 : Number.parseInt(status), Object.fromEntries(pairs))
    response.write(head.subarray(end + 4))
    head = null
  })
  cgi.stdout.on('end', () => response.end())
}
