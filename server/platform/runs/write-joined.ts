import type pg from 'pg'
import { createBatcher } from '#server/lib/batcher.ts'
import type { RunStore, RunWrite } from '../engine/types.ts'
import { isJoinable, writeRuns } from './write-many.ts'
import { writeRun } from './write.ts'

type Written = Awaited<ReturnType<RunStore['write']>>

/** Writes of one statement. */
const MOST = 50

/**
 * Writes runs. Small writes that come while others are being written go together in one statement and one commit: workers take
 * tasks of many runs at once, because runs take turns.
 */
export function createRunWriter(pool: pg.Pool): RunStore['write'] {
  const joined = createBatcher<RunWrite, () => Promise<Written>>({
    maxBatch: MOST,
    ask: (writes) => writeTogether(pool, writes),
  })
  return async (write) => (isJoinable(write) ? (await joined(write))() : writeRun(pool, write))
}

/** Each answer is that of its own write: a value that the database refuses fails the write that has it, and no other. */
async function writeTogether(
  pool: pg.Pool,
  writes: readonly RunWrite[],
): Promise<(() => Promise<Written>)[]> {
  const [only, ...others] = writes
  if (only && others.length === 0) {
    const written = await settled(writeRun(pool, only))
    return [written]
  }
  try {
    return (await writeRuns(pool, writes)).map((written) => async () => written)
  } catch (error) {
    if (!isOfOneWrite(error)) throw error
    return Promise.all(writes.map((write) => settled(writeRun(pool, write))))
  }
}

async function settled(writing: Promise<Written>): Promise<() => Promise<Written>> {
  try {
    const written = await writing
    return async () => written
  } catch (error) {
    return () => Promise.reject(error)
  }
}

/** A refused value (classes 22 and 23), a statement that is too large (54), or a deadlock: nothing of the statement was stored. */
function isOfOneWrite(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (/^(?:22|23|54)/.test(code) || code === '40P01')
}
