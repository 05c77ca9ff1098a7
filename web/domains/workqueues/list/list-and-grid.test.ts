import { expect, it } from 'vitest'
import { listQueryOf, parseGridParams } from '../grid/grid-params.ts'
import { gridQueryOf } from './list-and-grid.ts'
import { parseWorkqueueListParams } from './workqueue-list-params.ts'

const list = (query: string) => parseWorkqueueListParams(new URLSearchParams(query))
const grid = (query: string) => parseGridParams(new URLSearchParams(query))
const rows = (...plans: (string | null)[]) => plans.map((planId) => ({ planId }))

it.each([
  ['', rows('p1'), '', ''],
  ['tags=eu,us&status=failed', rows('p1'), '', '?tags=eu,us&failed=true'],
  ['status=failed,cancelled', rows('p1'), '?runs=100&failed=true&plan=p9', '?runs=100'],
  ['search=plan:"Nightly billing"', rows('p1', 'p1'), '', '?plan=p1'],
  ['search=nightly', rows('p1', 'p1'), '', '?plan=p1'],
  ['search=nightly', rows('p1', 'p2'), '', ''],
  ['search=nightly', rows(null), '', ''],
  ['search=-nightly', rows('p1'), '', ''],
  ['search=customer%3D991', rows('p1'), '', ''],
])('the list "%s" leads to the grid with what both know', (query, found, last, expected) => {
  expect(gridQueryOf(list(query), found, last)).toBe(expected)
})

it.each([
  ['', 'Nightly billing', '', ''],
  ['', 'Nightly billing', '?created=2026-01-01T00:00:00.000Z,&page=3', '?created=2026-01-01T00:00:00.000Z,'],
  ['failed=true&tags=eu', undefined, '?status=started&tags=us', '?tags=eu&status=failed'],
  ['', undefined, '?status=failed&tags=us&plan=Refund', ''],
  ['plan=p1', undefined, '', ''],
  [
    'plan=p1',
    'Nightly billing',
    '?plan=Refund&search=customer%3D991',
    '?search=customer%3D991&plan=Nightly%20billing',
  ],
])('the grid "%s" of %s leads to the list with what both know', (query, name, last, expected) => {
  expect(listQueryOf(grid(query), name, last)).toBe(expected)
})

it.each([
  ['plan=Nightly billing', 'plan:"Nightly billing"'],
  ['plan=Refund&search=nightly customer%3D991', 'customer=991 plan:Refund'],
  ['plan=Refund&search=plan:nightly', 'plan:Refund'],
  ['plan=Nightly billing&search=plan:nightly', 'plan:nightly'],
  ['plan=', ''],
])('an address of the list with "%s" searches %s', (query, search) => {
  expect(list(query).search).toBe(search)
})
