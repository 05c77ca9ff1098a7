import { expect, it } from 'vitest'
import { denseStyles, rowStyles, steadyStyles } from './data-table-styles.ts'

const breakpoints = (styles: unknown): string[] =>
  [...JSON.stringify(styles).matchAll(/"((?:sm|md)(?:Down)?)":/g)].map(([, name = '']) => name)

it('rows with much text stay cards where others are a table: no style of a steady table begins earlier', () => {
  expect(new Set(breakpoints(rowStyles.sm))).toEqual(new Set(['sm', 'smDown']))
  for (const styles of [rowStyles.md, steadyStyles, denseStyles])
    expect(new Set(breakpoints(styles))).toEqual(new Set(['md', 'mdDown']))
  expect(breakpoints(steadyStyles).length).toBeGreaterThan(breakpoints(rowStyles.sm).length)
})
