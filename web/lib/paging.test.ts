import { expect, it } from 'vitest'
import { formatSort, parseSort } from './paging.ts'

const keys = ['name', 'created']

it.each(['name', '-created'])('%s is formatted as it was parsed', (text) => {
  const sort = parseSort(text, keys)
  expect(sort && formatSort(sort)).toBe(text)
})

it.each([null, undefined, '', '-', '--name', 'password', 'name,created'])('%s is not an order', (text) => {
  expect(parseSort(text, keys)).toBeNull()
})
