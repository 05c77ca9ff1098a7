import { describe, expect, it } from 'vitest'
import { keyInputsOf } from './key-inputs.ts'

const row = (id: string, inputs: unknown, over: { name?: string; planId?: string | null } = {}) => ({
  id,
  name: 'Charge customer',
  planId: 'p1',
  inputs,
  ...over,
})
const shown = (rows: ReturnType<typeof row>[]) =>
  [...keyInputsOf(rows)].map(
    ([id, inputs]) => `${id}: ${inputs.map((each) => `${each.key}=${each.value}`).join(' ')}`,
  )

describe('the key inputs of a row', () => {
  it('are the two that vary most among the listed runs of the plan, in the order of the state whichever varies most', () => {
    const rows = [
      row('a', { region: 'eu', amount: 12.5, currency: 'EUR', customer: 991 }),
      row('b', { region: 'eu', amount: 12.5, currency: 'EUR', customer: 417 }),
      row('c', { region: 'eu', amount: 80, currency: 'EUR', customer: 350 }),
    ]
    expect(shown(rows)).toEqual([
      'a: amount=12.5 customer=991',
      'b: amount=12.5 customer=417',
      'c: amount=80 customer=350',
    ])
  })

  it('have those that the list was searched by, whether they vary or not', () => {
    const rows = [
      row('a', { customer: 1, region: 'eu', day: 1, month: 9 }),
      row('b', { customer: 2, region: 'eu', day: 2, month: 9 }),
    ]
    const inputs = keyInputsOf(rows, new Set(['month', 'absent']))
    expect(inputs.get('a')?.map(({ key }) => key)).toEqual(['customer', 'month'])
    expect(
      keyInputsOf(rows, new Set(['month', 'region']))
        .get('b')
        ?.map(({ key }) => key),
    ).toEqual(['region', 'month'])
  })

  it('of one plan do not depend on those of another', () => {
    const rows = [
      row('a', { region: 'eu', customer: 1, day: 1 }),
      row('b', { region: 'eu', customer: 2, day: 2 }),
      row('c', { region: 'us', month: 9, tenant: 'x' }, { planId: 'p2' }),
    ]
    expect(shown(rows)).toEqual(['a: customer=1 day=1', 'b: customer=2 day=2', 'c: region=us month=9'])
  })

  it('of runs without a plan are compared with those of the same name', () => {
    const adHoc = { name: 'Load', planId: null }
    const rows = [
      row('a', { one: 1, two: 2, table: 'orders' }, adHoc),
      row('b', { one: 1, two: 2, table: 'lines' }, adHoc),
      row('c', { one: 7, two: 9, table: 'orders' }, { name: 'Other', planId: null }),
    ]
    expect(shown(rows)).toEqual(['a: one=1 table=orders', 'b: one=1 table=lines', 'c: one=7 two=9'])
  })

  it('are texts, numbers and booleans; a platform without inputs has none', () => {
    expect(shown([row('a', { list: [1], deep: { x: 1 }, none: null, full: false })])).toEqual([
      'a: full=false',
    ])
    expect(shown([row('a', null), row('b', undefined), row('c', 'text'), row('d', [1])])).toEqual([
      'a: ',
      'b: ',
      'c: ',
      'd: ',
    ])
  })
})
