import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEngineBench, type EngineBench } from '../support/engine.ts'
import { evidence } from '../support/evidence.ts'
import { forkProgram } from '../support/programs.ts'
import { shapePlans, stateShapes } from '../support/state-shapes.ts'

/** Check 67: values that repeat others are stopped while they are built. */

let bench: EngineBench
beforeEach(async () => {
  bench = await createEngineBench()
})
afterEach(() => bench.close())

interface Answer {
  id?: string
  refused?: string
}

/** Less than a container of 1,280 MiB gives the platform. */
const HEAP_MIB = 512

test(
  '40 shapes of amplified state fail at their field, in a process with a small heap',
  { timeout: 120_000 },
  async () => {
    let died = false
    const execArgv = [`--max-old-space-size=${HEAP_MIB}`]
    const child = forkProgram('shapes-process', bench.database.url, { execArgv })
    child.once('exit', () => (died = true))
    const answer = () => new Promise<Answer>((resolve) => child.once('message', resolve))
    try {
      await answer()
      child.send({ plans: shapePlans })
      const shapes = stateShapes()
      const ids: string[] = []
      for (const [name, definition] of shapes) {
        const answered = answer()
        child.send({ definition })
        const { id, refused } = await answered
        expect(refused, name).toBeUndefined()
        ids.push(id!)
      }
      for (const [index, [name, , stopped]] of shapes.entries()) {
        await expect
          .poll(async () => (await statusOf(ids[index]!)).status, { timeout: 60_000, message: name })
          .toMatch(/completed|failed/)
        const { reasons } = await statusOf(ids[index]!)
        const fitting =
          stopped === 'completed' ? reasons.length === 0 : reasons.some((reason) => stopped.test(reason))
        expect(fitting, `${name}: ${reasons[0]?.slice(0, 200)}`).toBe(true)
      }
      expect(died).toBe(false)
      evidence({
        check: 67,
        figures: { shapes: shapes.length, deaths: 0, 'heap, MiB': HEAP_MIB },
        breaks: 'the size of a value from the state is not added while inputs are resolved',
      })
    } finally {
      child.kill('SIGKILL')
    }
  },
)

async function statusOf(id: string): Promise<{ status: string; reasons: string[] }> {
  const { rows } = await bench.database.pool.query<{ status: string; reasons: string[] }>(
    `select status, array(select left(reason, 300) from tasks where workqueue_id = $1 and reason is not null) as reasons
     from workqueues where id = $1`,
    [id],
  )
  return rows[0]!
}
