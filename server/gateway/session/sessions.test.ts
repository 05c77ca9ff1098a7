import { describe, expect, it, vi } from 'vitest'
import { createTestClock } from '#tests/support/gateway.ts'
import { createEndedSessions } from './sessions.ts'

const session = (sid: string) => ({ sid, token: `token of ${sid}` })

describe('ended sessions', () => {
  it('reports each end once, with its reason', () => {
    const sessions = createEndedSessions(1000, createTestClock())
    const heard = vi.fn<(session: { sid: string }, reason: string) => void>()
    const stop = sessions.onEnded(heard)
    void sessions.end(session('a'), 'replaced')
    void sessions.end(session('a'), 'forced')
    expect(heard.mock.calls).toEqual([[session('a'), 'replaced', {}]])
    expect(sessions.endReason('a')).toBe('replaced')
    stop()
    void sessions.end(session('b'), 'forced')
    expect(heard).toHaveBeenCalledTimes(1)
    expect([sessions.isEnded('a'), sessions.isEnded('b'), sessions.isEnded('c')]).toEqual([true, true, false])
  })

  it('drops an entry once no valid cookie can name it', () => {
    const clock = createTestClock()
    const sessions = createEndedSessions(1000, clock)
    for (let i = 0; i < 5; i += 1) {
      void sessions.end(session(`s${i}`), 'forced')
      clock.advance(300)
    }
    void sessions.end(session('last'), 'forced')
    expect(['s0', 's1', 's2', 's3', 's4'].map(sessions.isEnded)).toEqual([false, false, true, true, true])
  })

  it('reports renewed tokens', () => {
    const sessions = createEndedSessions(1000, createTestClock())
    const heard = vi.fn<(sid: string, token: string) => void>()
    sessions.onRenewed(heard)
    sessions.renewed('a', 'new')
    expect(heard.mock.calls).toEqual([['a', 'new']])
  })
})
