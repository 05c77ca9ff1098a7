import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { definitionOf } from './engine.ts'

type Tasks = Record<string, Partial<TaskDefinition>>

const KIB = 1024
const text = (bytes: number) => 'x'.repeat(bytes)
const times = (count: number, value: Json): Json[] => Array.from({ length: count }, () => value)
const each = (count: number, task: (index: number) => Partial<TaskDefinition>): Tasks =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, task(index)]))
const after = (index: number) => (index > 0 ? [`t${index - 1}`] : [])
const shape = (tasks: Tasks, state: JsonObject, more: Partial<Definition> = {}) =>
  definitionOf(tasks, { initialState: state, ...more })
const map = (items: Json, inputs: JsonObject = {}) => ({
  type: 'task.workforce.map',
  inputs: { items, plan: 'grow', concurrency: 100, ...inputs },
  outputs: { results: '$state.r' },
})

/** Twelve tasks that double `s`, then what uses it. */
const doubling = (uses: Tasks): Tasks => {
  const grown = each(12, (index) => ({
    inputs: { v: ['$state.s', '$state.s'] },
    outputs: { v: '$state.s' },
    depends: after(index),
  }))
  const depends = ['t11']
  const last = Object.fromEntries(Object.entries(uses).map(([name, task]) => [name, { ...task, depends }]))
  return { ...grown, ...last }
}

/** Plans for the tasks that start children. */
export const shapePlans: [string, Definition][] = [
  [
    'grow',
    shape({ a: { inputs: { v: '$state.item' }, outputs: { v: '$state.v' } } }, {}, { outputsDef: ['v'] }),
  ],
  ['large', shape({ a: {} }, { kept: text(1900 * KIB) })],
  [
    'wide',
    shape(
      each(40, () => ({ inputs: { v: '$state.item' } })),
      {},
    ),
  ],
]

/** Runs whose tasks repeat, nest or collect large values, each with the field that it is stopped at. */
export function stateShapes(): [string, Definition, RegExp | 'completed'][] {
  const s = (bytes: number) => ({ s: text(bytes) })
  const shapes: [string, Definition, RegExp | 'completed'][] = []
  for (const bytes of [10 * KIB, 300 * KIB, 1000 * KIB, 1900 * KIB]) {
    const size = `${bytes / KIB} KiB`
    shapes.push(
      [
        `a list of 110 x ${size}`,
        shape({ a: { inputs: { l: times(110, '$state.s') } } }, s(bytes)),
        /^inputs\.l\[\d+\]: /,
      ],
      [
        `an object of 110 x ${size}`,
        shape(
          { a: { inputs: Object.fromEntries(times(110, '$state.s').map((value, n) => [`f${n}`, value])) } },
          s(bytes),
        ),
        /^inputs\.f\d+: /,
      ],
      [
        `lists of lists of ${size}`,
        shape({ a: { inputs: { l: times(20, times(20, '$state.s')) } } }, s(bytes)),
        /^inputs\.l\[\d+\]\[\d+\]: /,
      ],
      [
        `100 tasks that each read ${size} three times`,
        shape(
          each(100, () => ({
            inputs: { a: '$state.s', b: ['$state.s', '$state.s'] },
            continueOnError: true,
          })),
          s(bytes),
        ),
        bytes === 10 * KIB ? 'completed' : /^inputs/,
      ],
      [
        `outputs that grow by ${size}`,
        shape(
          each(12, (n) => ({ inputs: { v: '$state.s' }, outputs: { v: `$state.k${n}` }, depends: after(n) })),
          s(bytes),
        ),
        bytes <= 300 * KIB ? 'completed' : /^(in|out)puts/,
      ],
      [
        `a map over 200 x ${size}`,
        shape({ m: map(times(200, '$state.s')) }, s(bytes)),
        /^inputs\.items\[\d+\]: |^outputs\.results: /,
      ],
      [
        `${size} doubled twelve times and used`,
        shape(doubling({ u: { inputs: { l: times(110, '$state.s') } } }), s(bytes)),
        /^inputs\.(v|l)/,
      ],
    )
  }
  const nested = (levels: number) => {
    let value: Json = '$state.s'
    for (let level = 0; level < levels; level++) value = [value]
    return value
  }
  shapes.push(
    [
      'values nested into each other',
      shape(
        each(300, (n) => ({ inputs: { v: nested(60) }, outputs: { v: '$state.s' }, depends: after(n) })),
        s(1),
      ),
      /^inputs\.v.*nested deeper/,
    ],
    [
      'a path of 5,000 names',
      shape({ a: { inputs: { v: 1 }, outputs: { v: `$state.${'p.'.repeat(5000)}p` } } }, {}),
      /^outputs\.v: a path/,
    ],
    [
      '10,000 outputs into a large state',
      shape(
        {
          a: {
            inputs: { v: 1 },
            outputs: Object.fromEntries(times(10_000, 0).map((_, n) => [`v${n}`, `$state.k${n}`])),
          },
        },
        Object.fromEntries(times(50_000, 1).map((one, n) => [`k${n}`, one])),
      ),
      'completed',
    ],
    [
      'texts of characters that JSON escapes',
      shape({ a: { inputs: { l: times(3, '$state.s') } } }, { s: '\u0001'.repeat(100 * KIB) }),
      /^inputs\.l\[1\]: /,
    ],
    [
      'texts of three bytes a character',
      shape({ a: { inputs: { l: times(4, '$state.s') } } }, { s: '語'.repeat(100 * KIB) }),
      /^inputs\.l\[3\]: /,
    ],
    [
      'a plan whose initial state is large, 60 at once',
      shape(
        { m: { ...map(times(60, 1)), inputs: { items: times(60, 1), plan: 'large', concurrency: 60 } } },
        {},
      ),
      /^outputs\.results: /,
    ],
    [
      'children of 40 tasks that read 20 KiB',
      shape(
        {
          m: { ...map([text(20 * KIB), text(20 * KIB)]), inputs: { items: [text(20 * KIB)], plan: 'wide' } },
        },
        {},
      ),
      'completed',
    ],
    [
      'a plan task that returns more than it may',
      shape({ p: { type: 'task.workforce.plan', inputs: { plan: 'large' } } }, {}),
      /^outputs\.kept: /,
    ],
    [
      'a condition over a large state in 300 tasks',
      shape(
        each(300, () => ({ condition: { in: ['zz', { var: 's' }] }, continueOnError: true })),
        s(1900 * KIB),
      ),
      /^condition: /,
    ],
    ['a reason of 1 MiB', shape({ a: { inputs: { fail: '$state.s' } } }, s(1000 * KIB)), /^x{100}/],
    [
      'an error task that repeats',
      shape(
        { a: { inputs: { fail: 'no' } }, mail: { inputs: { l: times(110, '$state.s') } } },
        s(100 * KIB),
        { errorTasks: ['mail'] },
      ),
      /^inputs\.l\[\d+\]: /,
    ],
    [
      'a retry that resolves again',
      shape(
        { a: { inputs: { fail: 'no', v: '$state.s' }, retry: { max: 30, delayMs: 0, factor: 1 } } },
        s(900 * KIB),
      ),
      /^no$/,
    ],
  )
  return shapes
}
