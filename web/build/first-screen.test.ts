import path from 'node:path'
import { expect, it } from 'vitest'
import { firstScreen } from './first-screen.ts'

const here = (file: string) => path.resolve(file)
const imports: Record<string, string[]> = {
  [here('main.ts')]: [here('a.ts'), '/node_modules/library/index.js'],
  [here('a.ts')]: [here('b.ts')],
  [here('b.ts')]: [here('a.ts')],
  [here('page.ts')]: [here('c.ts'), here('a.ts')],
}
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }

it('assigns the modules that the first screen needs, and none that only other screens need', () => {
  const name = firstScreen('first', ['main.ts'])
  const named = ['main.ts', 'a.ts', 'b.ts', 'page.ts', 'c.ts'].filter(
    (file) => name(here(file), graph) === 'first',
  )
  expect(named).toEqual(['main.ts', 'a.ts', 'b.ts'])
})

it('leaves packages to the bundler, which removes their unused parts', () => {
  expect(firstScreen('first', ['main.ts'])('/node_modules/library/index.js', graph)).toBeNull()
})
