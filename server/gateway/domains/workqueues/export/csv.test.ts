import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each<[(string | number | null)[], string]>([
  [['a', 1.5, null, ''], 'a,1.5,,'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  [['=1+1', '+1', '-1', '@x', '\tx', '\rx'], `'=1+1,'+1,'-1,'@x,'\tx,"'\rx"`],
  [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
  [['a=b', -5], 'a=b,-5'],
])('%j is one safe line', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`)
})
