import { describe, expect, test } from 'vitest'
import { workerUpdate, workerFormValues } from './worker-form-values.ts'

const values = {
  name: ' Pdf ',
  description: ' Renders ',
  inputs: '{"dpi":300}',
  outputs: '{}',
  inputSchema: '',
}

test('inputs and outputs are edited as formatted texts; a platform may omit them', () => {
  const stored = { name: 'Pdf', description: '', inputs: { dpi: 300 }, outputs: null }
  expect(workerFormValues(stored)).toMatchObject({ inputs: '{\n    "dpi": 300\n}', outputs: '{}' })
})

describe('an update', () => {
  test('sends trimmed texts and parsed objects', async () => {
    expect(await workerUpdate(values)).toEqual({
      change: { name: 'Pdf', description: 'Renders', inputs: { dpi: 300 }, outputs: {} },
    })
  })

  test('sends empty inputs and outputs as an empty object', async () => {
    expect(await workerUpdate({ ...values, inputs: '', outputs: ' \n' })).toMatchObject({
      change: { inputs: {}, outputs: {} },
    })
  })

  test.each(['inputs', 'outputs'])('is not sent when its %s do not parse, and returns why', async (name) => {
    expect(await workerUpdate({ ...values, [name]: '{ "dpi": }' })).toEqual({
      reason: expect.stringMatching(/JSON|token/i) as unknown,
    })
  })

  test('sends the schema of the inputs only to a platform that keeps one, and null for none', async () => {
    const stated = { ...values, inputSchema: '{"required":["dpi"]}' }
    expect(await workerUpdate(stated)).not.toHaveProperty('change.inputSchema')
    expect(await workerUpdate(stated, true)).toHaveProperty('change.inputSchema', { required: ['dpi'] })
    expect(await workerUpdate({ ...values, inputSchema: ' ' }, true)).toHaveProperty(
      'change.inputSchema',
      null,
    )
  })

  test('is not sent with a schema that nothing can be checked against, and says where it is wrong', async () => {
    const wrong = { ...values, inputSchema: '{"properties":{"dpi":{"type":"int"}}}' }
    expect(await workerUpdate(wrong, true)).toEqual({
      reason: expect.stringContaining('properties.dpi.type'),
    })
  })
})
