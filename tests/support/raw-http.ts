import { connect } from 'node:net'

/** Sends bytes as they are and answers everything that came back until the server closed or fell silent. */
export function sendRaw(port: number, bytes: string, { quietMs = 150 } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    let quiet: NodeJS.Timeout | undefined
    const finish = () => {
      clearTimeout(quiet)
      socket.destroy()
      resolve(answer)
    }
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => {
      answer += chunk
      clearTimeout(quiet)
      quiet = setTimeout(finish, quietMs)
    })
    socket.on('close', finish)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (answer || error.code === 'ECONNRESET') finish()
      else reject(error)
    })
  })
}

/** The status codes of all answers in such a text, in order. */
export function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]))
}
