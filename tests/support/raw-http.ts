import { connect } from 'node:net'

/** Sends bytes unchanged and returns everything received until the server closed or was silent. */
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

/** The status codes of all answers in the received text, in order. */
export function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]))
}

export interface RawAnswer {
  status: number
  head: string
  body: string
}

/** A connection for several requests as bytes, one after the other. */
export interface RawConnection {
  write(bytes: string): void
  /** Complete answers so far, without interim (1xx) ones. */
  answers(): RawAnswer[]
  /** Resolves when there are that many answers, or the server has closed. */
  until(count: number): Promise<RawAnswer[]>
  closed(): boolean
  destroy(): void
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((connected, refused) => socket.once('connect', connected).once('error', refused))
  let text = ''
  let closed = false
  const looks = new Set<() => void>()
  const look = () => looks.forEach((one) => one())
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    text += part
    look()
  })
  // A server may refuse a request while the rest of it is being sent.
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    closed = true
    look()
  })
  return {
    write: (bytes) => void socket.write(bytes, 'latin1'),
    answers: () => parseAnswers(text),
    until: (count) =>
      new Promise((resolve) => {
        const done = () => {
          const answers = parseAnswers(text)
          if (answers.length < count && !closed) return
          looks.delete(done)
          resolve(answers)
        }
        looks.add(done)
        done()
      }),
    closed: () => closed,
    destroy: () => void socket.destroy(),
  }
}

function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let at = 0; ;) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end < 0) return answers
    const head = text.slice(at, end)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    const body = text.slice(end + 4, end + 4 + length)
    if (body.length < length) return answers
    if (status >= 200) answers.push({ status, head, body })
    at = end + 4 + length
  }
}
