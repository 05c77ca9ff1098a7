import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The server behind the proxies: 2 KB of JSON for every call, and the answers that a sign-in needs. A
 * separate process.
 */
const user = { _id: '6b022ac6753b7a7b4ff6a34f', email: 'bench@example.org' }
const account = { _id: '6b022ac6753b7a7b4ff6a350', name: 'bench' }
/** As large as a signed token with a few claims; the session's cookie then has 2.3 kB. */
const token = 'x'.repeat(1_450)
const signIn = JSON.stringify({ token, user })
const accounts = JSON.stringify({ ...user, userAccountHash: { [account._id]: { name: account.name } } })
const rows = Array.from({ length: 10 }, (_, index) => ({
  _id: `6b022ac6753b7a7b4ff6a3${index}f`,
  appId: '6b022ac6753b7a7b4ff6a351',
  name: `Workqueue ${index}`,
  description: 'Reads the letters of the day and files them',
  status: 'started',
  tags: ['letters', 'daily'],
  created: '2026-11-21T22:00:00.000Z',
}))
const list = JSON.stringify({ data: rows, total: 10 })

const server = createServer((request, response) => {
  const { url = '' } = request
  const body = url.endsWith('/users/login') ? signIn : url.includes('/user/') ? accounts : list
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
