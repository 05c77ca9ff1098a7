import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** The key of each certificate, and its days. */
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** Makes in a folder a CA, a certificate of it for `localhost` with its key, and another CA. Returns the paths of the files. */
export function makeCertificates(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  for (const ca of ['ca', 'other'])
    openssl('req', '-x509', ...key, '-subj', `/CN=${ca}`, '-keyout', `${ca}.key`, '-out', `${ca}.pem`)
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', 'server.key', '-out', 'server.pem']
  openssl('req', '-x509', ...key, ...signed, '-subj', '/CN=localhost', ...files)
  const file = (name: string) => path.join(folder, name)
  return {
    ca: file('ca.pem'),
    otherCa: file('other.pem'),
    certificate: file('server.pem'),
    key: file('server.key'),
  }
}
