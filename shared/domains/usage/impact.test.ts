import { describe, expect, it } from 'vitest'
import { impactOf } from './impact.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const use = (kind: string, count: number, more = false) => ({
  kind,
  count,
  more,
  first: named('A', 'B', 'C').slice(0, count),
})
const texts = (lines: { text: string; named: readonly { name: string }[]; rest: string | null }[]) =>
  lines.map(({ text, named, rest }) => [text, named.map(({ name }) => name).join(), rest])

describe('what a deletion affects', () => {
  it('is nothing when nothing uses it', () => expect(impactOf('alias', 'delete', [])).toEqual([]))

  it('is one line a kind with the first names and the number of the others', () => {
    expect(
      texts(impactOf('alias', 'delete', [use('task', 1), use('waiting', 1000, true), use('plan', 5)])),
    ).toEqual([
      ['1 task runs on it, so that it cannot be deleted now', 'A', null],
      ['1,000+ tasks wait for it, so that it cannot be deleted now', 'A,B,C', '997+ more'],
      ['5 plans name it; those tasks will wait', 'A,B,C', '2 more'],
    ])
  })

  it('has the words of each kind of thing', () => {
    const text = (
      ...[of, deed, ...uses]: [Parameters<typeof impactOf>[0], 'save' | 'delete', string, number]
    ) => impactOf(of, deed, [use(...(uses as [string, number]))])[0]?.text
    expect(text('plan', 'delete', 'run', 2)).toBe(
      '2 runs of it are under way; what is under way goes on to its end',
    )
    expect(text('plan', 'save', 'plan', 1)).toBe('1 plan starts it, with the new version from then on')
    expect(text('variable', 'delete', 'plan', 1)).toBe('1 plan reads it; those tasks will fail')
    expect(text('cluster', 'delete', 'deployment', 1)).toBe(
      '1 deployment is in it and will be deleted with it',
    )
    expect(text('worker', 'delete', 'poller', 2)).toBe('2 workers poll it and will be refused')
    expect(text('worker', 'save', 'poller', 2)).toBe('2 workers poll it')
  })

  it('says of a key whether it is the only one', () => {
    const only = 'No other key of its alias is valid: what its workers report will be refused.'
    expect(texts(impactOf('privateKey', 'delete', [use('task', 2)]))).toEqual([
      ['2 tasks run on its alias; reports that are signed with it will be refused', 'A,B', null],
      [only, '', null],
    ])
    expect(texts(impactOf('privateKey', 'delete', [use('key', 1)]))).toEqual([
      ['1 other key of its alias is valid', 'A', null],
    ])
  })

  it('names equal tasks of one run once', () => {
    const first = ['Send', 'Send', 'Send'].map((name) => ({ name, within: 'Nightly' }))
    expect(texts(impactOf('alias', 'save', [{ kind: 'waiting', count: 5, more: false, first }]))).toEqual([
      ['5 tasks wait for it', 'Send', '4 more'],
    ])
  })

  it('says nothing of kinds that a newer platform knows', () =>
    expect(impactOf('worker', 'delete', [use('webhook', 3)])).toEqual([]))
})
