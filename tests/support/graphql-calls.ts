import { startLiveGateway, type Answers, type LiveGatewayOptions } from './live-gateway.ts'

/** One call of the platform as the gateway made it; absent fields were not sent. */
export interface CallMade {
  method: string
  path: string
  query?: object
  body?: unknown
  reveal?: string
  service?: string
}

export interface OperationOutcome {
  data: Record<string, unknown> | null
  errors: { message: string; extensions: { code: string; statusCode: number } }[] | undefined
  calls: CallMade[]
  /** The whole answer as text, to check what it must not contain. */
  text: string
  /** The log lines of the call. */
  log: string
}

/**
 * Runs one operation of Anna (account `acc`) with a platform that has these answers; every other call gets
 * 404.
 */
export async function runOperation(
  query: string,
  answers: Answers,
  options: Omit<LiveGatewayOptions, 'answers' | 'onLog'> & { headers?: Record<string, string> } = {},
): Promise<OperationOutcome> {
  const lines: string[] = []
  const gateway = await startLiveGateway({ ...options, answers, onLog: (line) => lines.push(line) })
  try {
    const headers = { cookie: 'user=anna', host: 'console.test', ...options.headers }
    const answer = await gateway.app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    const calls = gateway.upstream.calls.map(({ call: { requestId: _id, from: _from, ...call } }) =>
      plain(call),
    )
    const { data, errors } = JSON.parse(answer.body) as Pick<OperationOutcome, 'data' | 'errors'>
    return { data, errors, calls, text: answer.body, log: lines.join('') }
  } finally {
    await gateway.close()
  }
}

/** The value as sent: without undefined members. */
const plain = (call: object) => JSON.parse(JSON.stringify(call)) as CallMade
