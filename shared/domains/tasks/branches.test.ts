import { expect, it } from 'vitest'
import { branchDepths } from './branches.ts'

/** `name: dependencies`, separated by spaces. */
const depths = (...lines: string[]) => {
  const tasks = lines.map((line) => {
    const [name = '', depends = ''] = line.split(':')
    return { id: `#${name}`, name, depends: depends.split(' ').filter(Boolean) }
  })
  const found = branchDepths(tasks)
  return Object.fromEntries(tasks.map(({ id, name }) => [name, found.get(id)]))
}

it('is none in a chain, nor where only two go side by side', () =>
  expect(depths('a', 'b:a', 'c:a', 'd:b c')).toEqual({ a: 0, b: 0, c: 0, d: 0 }))

it('is one in each of three branches, until they join', () =>
  expect(depths('a', 'b1:a', 'b2:a', 'b3:a', 'c1:b1', 'd:c1 b2 b3', 'e:d')).toEqual({
    a: 0,
    b1: 1,
    b2: 1,
    b3: 1,
    c1: 1,
    d: 0,
    e: 0,
  }))

it('counts branches inside of branches', () =>
  expect(depths('a', 'b1:a', 'b2:a', 'b3:a', 'c1:b1', 'c2:b1', 'c3:b1', 'd:c1 c2 c3', 'e:d b2 b3')).toEqual({
    a: 0,
    b1: 1,
    b2: 1,
    b3: 1,
    c1: 2,
    c2: 2,
    c3: 2,
    d: 1,
    e: 0,
  }))

it('is none for tasks that begin together: they depend on nothing', () =>
  expect(depths('a', 'b', 'c', 'd:a b c')).toEqual({ a: 0, b: 0, c: 0, d: 0 }))

it('survives circles and unknown dependencies', () =>
  expect(depths('a:b', 'b:a', 'c:nothing', 'd:d')).toEqual({ a: 0, b: 0, c: 0, d: 0 }))

it('follows references by id, and stays fast with a wide join of long branches', () => {
  const chain = (branch: number) =>
    Array.from(
      { length: 50 },
      (_, step) => `${branch}.${step}:${step === 0 ? '#start' : `#${branch}.${step - 1}`}`,
    )
  const branches = Array.from({ length: 100 }, (_, branch) => branch)
  const ends = branches.map((branch) => `#${branch}.49`).join(' ')
  const began = performance.now()
  const found = depths('start', ...branches.flatMap(chain), `end:${ends}`)
  expect(performance.now() - began).toBeLessThan(1000)
  expect([found['7.0'], found['99.49'], found['end']]).toEqual([1, 1, 0])
})
