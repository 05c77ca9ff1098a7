import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Members that never reach the log, at any of these places. */
const redact = [
  'password',
  '*.password',
  'token',
  '*.token',
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'headers.authorization',
  'headers.cookie',
]

/**
 * The process's log: JSON lines on stdout, or where `destination` writes them. A closed terminal must not end the
 * process before it has cleaned up, so write errors of stdout and stderr are swallowed here and nowhere else.
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = { name, level, redact: { paths: redact, censor: '[redacted]' } }
  if (destination) return pino(options, destination)
  process.stdout.on('error', ignoreClosedTerminal)
  process.stderr.on('error', ignoreClosedTerminal)
  return pino(options)
}

function ignoreClosedTerminal(): void {}
