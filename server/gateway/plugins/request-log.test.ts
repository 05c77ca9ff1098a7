import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { requestLog } from './request-log.ts'

it('has the request id in every line, and is created with the first line', () => {
  const lines: { level: number; reqId?: string; part?: string; msg: string }[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const child = vi.spyOn(log, 'child')
  const own = requestLog(log as FastifyBaseLogger, { reqId: 'r1' })
  const methods = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent', 'child'] as const
  expect(methods.every((name) => typeof own[name] === 'function')).toBe(true)
  expect([own.level, child.mock.calls.length]).toEqual(['trace', 0])
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) own[level](level)
  own.silent('nothing')
  own.child({ part: 'p' }).info('inner')
  // The default one, and the requested one.
  expect(child).toHaveBeenCalledTimes(2)
  expect(lines.map(({ level, reqId, part, msg }) => [level, reqId, part, msg])).toEqual([
    ...[10, 20, 30, 40, 50, 60].map((level, at) => [
      level,
      'r1',
      undefined,
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal'][at],
    ]),
    [30, 'r1', 'p', 'inner'],
  ])
})
