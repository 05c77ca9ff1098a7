import { describe, expect, it } from 'vitest'
import { completionsAt, type KnownNames } from './completion.ts'
import { readDefinition } from './definition-text.ts'

const known: KnownNames = {
  types: ['task.bank.book', 'task.workforce.noop', 'task.workforce.plan'],
  variables: ['TOKEN'],
  plans: [{ id: 'p2', name: 'Nightly' }],
  aliasesOf: async (type) => (type === 'task.bank.book' ? ['default', 'edge'] : []),
}

/** The proposals at `|` in a text. */
async function at(marked: string) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = await completionsAt(text, offset, readDefinition(text), known)
  return found && { ...found, replaced: text.slice(found.offset, found.offset + found.length) }
}
const labels = async (marked: string) => (await at(marked))?.items.map(({ label }) => label) ?? null

/** A task between `load`, which writes two paths, and `pay`. */
const between = (task: string) => `{
  "initialState": { "customer": { "id": 1 }, "rows": [{ "a": 1 }] },
  "errorTasks": ["mend"],
  "tasks": [
    { "name": "load", "type": "task.bank.book", "outputs": { "x": "$state.booked.rows", "y": "$state.customer" } },
    ${task},
    { "name": "pay", "type": "task.bank.book", "outputs": { "z": "$state.paid" } },
    { "name": "mend", "type": "task.workforce.noop" }
  ]
}`

describe('values', () => {
  it('of a type are those of the account', async () => {
    expect(await labels(between('{ "name": "own", "type": "|" }'))).toEqual(known.types)
    expect((await at(between('{ "type": | }')))?.items[0]).toEqual({
      label: 'task.bank.book',
      insert: '"task.bank.book"',
      kind: 'type',
      detail: 'a worker of the account',
    })
  })

  it('of a type say which are of scripts', async () => {
    const text = '{ "tasks": [{ "type":  }] }'
    const types = { ...known, types: ['task.script.cleanup'] }
    const found = await completionsAt(text, text.indexOf(' }]'), readDefinition(text), types)
    expect(found?.items[0]).toMatchObject({ label: 'task.script.cleanup', detail: 'a script of the account' })
  })

  it('replace the whole text in quotes', async () => {
    expect((await at(between('{ "type": "task.ba|nk" }')))?.replaced).toBe('"task.bank"')
    expect((await at(between('{ "type": | }')))?.replaced).toBe('')
    expect(await at(between('{ "type": "task.bank"| }'))).toBeNull()
  })

  it('of an alias are those of the type of its task', async () => {
    expect(await labels(between('{ "type": "task.bank.book", "alias": "|" }'))).toEqual(['default', 'edge'])
    expect(await labels(between('{ "alias": "|", "type": "task.other.one" }'))).toEqual(['default'])
  })

  it('of depends are the other tasks that are not listed yet', async () => {
    expect(await labels(between('{ "name": "own", "depends": ["load", "|"] }'))).toEqual(['pay'])
    expect(await labels(between('{ "name": "own", "depends": ["load", |] }'))).toEqual(['pay'])
    expect(await labels(between('{ "name": "own", "depends": ["lo|ad"] }'))).toEqual(['load', 'pay'])
  })

  it('of depends of an error task are also error tasks', async () => {
    const text = between('{ "name": "own", "depends": [|] }').replace('["mend"]', '["mend", "own"]')
    expect(await labels(text)).toEqual(['load', 'pay', 'mend'])
  })

  it('of errorTasks and firstTasks are all tasks', async () => {
    expect(await labels('{ "errorTasks": ["|"], "tasks": [{ "name": "a" }, { "type": "x" }] }')).toEqual([
      'a',
    ])
    expect(await labels('{ "firstTasks": [|], "tasks": [{ "name": "a" }] }')).toEqual(['a'])
  })

  it('of inputs are the paths that exist when the task starts, and variables', async () => {
    const task = (depends: string) =>
      between(`{ "name": "own", "depends": [${depends}], "inputs": { "a": { "b": ["|"] } } }`)
    const initial = ['$state.customer', '$state.rows', '$state.customer.id']
    expect(await labels(task(''))).toEqual([...initial, '$var.TOKEN'])
    expect(await labels(task('"load"'))).toEqual([...initial, '$state.booked.rows', '$var.TOKEN'])
    const item = (await at(task('"load"')))?.items.find(({ label }) => label === '$state.booked.rows')
    expect(item?.detail).toBe('written by load')
  })

  it('of the input plan are plans by their names, put in as ids', async () => {
    const found = await at(between('{ "type": "task.workforce.plan", "inputs": { "plan": "|" } }'))
    expect(found?.items).toEqual([{ label: 'Nightly', insert: '"p2"', kind: 'plan', detail: 'p2' }])
    const own = await labels(between('{ "type": "task.bank.book", "inputs": { "plan": "|" } }'))
    expect(own).toContain('$state.rows')
  })

  it('of conditions are operators, and paths without their prefix', async () => {
    expect(await labels(between('{ "condition": { "|" } }'))).toEqual(['and', 'or', 'in', 'var'])
    expect((await at(between('{ "condition": { "|": [] } }')))?.items[0]?.insert).toBe('"and"')
    expect((await at(between('{ "condition": { | } }')))?.items[0]?.insert).toBe('"and": ')
    expect(await labels(between('{ "condition": { "in": [1, { "var": "|" }] } }'))).toContain('customer.id')
    expect(await labels(between('{ "condition": { "var": ["|", 1] } }'))).toContain('rows')
  })

  it('of outputs and outputsDef are paths that any task may write', async () => {
    expect(await labels(between('{ "outputs": { "a": "|" } }'))).toContain('$state.paid')
    const def = (value: string) =>
      between('{}').replace('"errorTasks"', `"outputsDef": ${value}, "errorTasks"`)
    expect(await labels(def('{ "a": "|" }'))).toContain('$state.paid')
    expect(await labels(def('["|"]'))).toContain('paid')
  })

  it.each([
    ['a name', '{ "name": "|" }'],
    ['a key of a task', '{ "|" }'],
    ['behind a value', '{ "alias": "a" | }'],
  ])('are none for %s', async (_what, task) => expect(await at(between(task))).toBeNull())
})

it('finds names around the fault of a text that is being typed', async () => {
  expect(await labels('{ "tasks": [{ "name": "a" }, { "name": "b", "depends": ["|')).toBeNull()
  expect(await labels('{ "tasks": [{ "name": "a" }, { "name": "b", "depends": [|')).toEqual(['a'])
  expect(await labels('{ "tasks": [{ "name": "a", }, { "name": "b" "depends": ["|"]')).toEqual(['a'])
})

describe('inputs of a task whose worker states them', () => {
  const inputs = {
    'task.bank.book': {
      $defs: { place: { type: 'object', properties: { city: { type: 'string' } } } },
      properties: {
        note: { type: 'string', description: 'Shown to the customer' },
        mode: { enum: ['fast', 'fine'] },
        to: { $ref: '#/$defs/place' },
      },
      required: ['mode'],
    },
  }
  const offered = async (task: string) => {
    const marked = `{ "tasks": [${task}] }`
    const [offset, text] = [marked.indexOf('|'), marked.replace('|', '')]
    return (await completionsAt(text, offset, readDefinition(text), { ...known, inputs }))?.items ?? null
  }
  const of = (rest: string) => offered(`{ "name": "own", "type": "task.bank.book", "inputs": ${rest} }`)

  it('has their names, the necessary ones first, those that are there already left out', async () => {
    expect((await of('{ "|" }'))?.map(({ label, detail }) => [label, detail])).toEqual([
      ['mode', 'necessary'],
      ['note', 'string, Shown to the customer'],
      ['to', 'object'],
    ])
    expect((await of('{ "mode": "fast", "|" }'))?.map(({ insert }) => insert)).toEqual(['"note": ', '"to": '])
    expect((await of('{ "to": { "|" } }'))?.map(({ label }) => label)).toEqual(['city'])
  })

  it('has the constants of a value before references', async () => {
    expect((await of('{ "mode": | }'))?.map(({ label }) => label)).toEqual(['"fast"', '"fine"', '$var.TOKEN'])
  })

  it('has nothing for a type without a schema', async () => {
    expect(await offered('{ "name": "own", "type": "task.other.x", "inputs": { "|" } }')).toBeNull()
  })
})
