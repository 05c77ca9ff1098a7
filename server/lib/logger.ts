import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Members that are never logged, at any of these paths. */
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
 * The log of the process: JSON lines on stdout, or to `destination`. A closed terminal must not end the process
 * before it has cleaned up, so write errors of stdout and stderr are ignored, only here.
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = { name, level, redact: { paths: redact, censor: '[redacted]' } }
  if (destination) return pino(options, destination)
  process.stdout.on('error', ignoreClosedTerminal)
  process.stderr.on('error', ignoreClosedTerminal)
  return pino(options)
}

function ignoreClosedTerminal(): void {}
