import path from 'node:path'
import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

/** The selectors of a style sheet, without what stands in parentheses. */
function selectorsOf(css: string): string[] {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\([^()]*\)/g, '')
  return [...bare.matchAll(/([^{}@;]+)\{/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim()),
  )
}

/**
 * Selectors of a screen's style sheet that begin with an attribute, and of which every attribute is also used by
 * components outside of the folder of the sheet. The sheets of the theme are meant for every screen.
 */
function foreignRules(sources: readonly Source[]): string[] {
  const components = sources.filter(({ file }) => /^web\/.*\.tsx$/.test(file) && !file.includes('.test.'))
  const usedOutside = (folder: string, name: string) =>
    components.some(
      ({ file, text }) => !file.startsWith(folder) && new RegExp(`\\b${name}(?![a-z-])`).test(text),
    )
  return sources
    .filter(({ file }) => /^web\/(domains|app(?!\/theme)|graph)\/.*\.css$/.test(file))
    .flatMap(({ file, text }) =>
      selectorsOf(text)
        .filter((selector) => selector.startsWith('[data-'))
        .filter((selector) =>
          [...selector.matchAll(/\[(data-[a-z-]+)/g)].every(([, name = '']) =>
            usedOutside(path.posix.dirname(file), name),
          ),
        )
        .map((selector) => `${file}: ${selector}`),
    )
}

// A style sheet stays when its screen is left, and then applies to every screen.
test('a rule of a screen begins with an attribute that only its own components have', () => {
  expect(foreignRules(readSources())).toEqual([])
})

test('such a rule is found', () => {
  const css = `
    @media print { [data-strip] > span { flex: 0 } }
    [data-row][data-open], [data-open]:is([data-strip], b) > [data-row] { color: red }`
  const own = { file: 'web/domains/runs/list/cells.tsx', text: '<b data-strip data-row data-open />' }
  const other = { file: 'web/domains/runs/detail/states.tsx', text: '<Flex data-strip data-open />' }
  const found = foreignRules([{ file: 'web/domains/runs/list/rows.css', text: css }, own, other])
  expect(found).toEqual(['web/domains/runs/list/rows.css: [data-strip] > span'])
})
