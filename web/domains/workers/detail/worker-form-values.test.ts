import { describe, expect, test } from 'vitest'
import { workerUpdate, workerFormValues } from './worker-form-values.ts'

const values = { name: ' Pdf ', description: ' Renders ', inputs: '{"dpi":300}', outputs: '{}' }

test('inputs and outputs are edited as formatted texts; a platform may omit them', () => {
  const stored = { name: 'Pdf', description: '', inputs: { dpi: 300 }, outputs: null }
  expect(workerFormValues(stored)).toMatchObject({ inputs: '{\n    "dpi": 300\n}', outputs: '{}' })
})

describe('an update', () => {
  test('sends trimmed texts and parsed objects', () => {
    expect(workerUpdate(values)).toEqual({
      change: { name: 'Pdf', description: 'Renders', inputs: { dpi: 300 }, outputs: {} },
    })
  })

  test('sends empty inputs and outputs as an empty object', () => {
    expect(workerUpdate({ ...values, inputs: '', outputs: ' \n' })).toMatchObject({
      change: { inputs: {}, outputs: {} },
    })
  })

  test.each(['inputs', 'outputs'])('is not sent when its %s do not parse, and returns why', (name) => {
    expect(workerUpdate({ ...values, [name]: '{ "dpi": }' })).toEqual({
      reason: expect.stringMatching(/JSON|token/i) as unknown,
    })
  })
})
