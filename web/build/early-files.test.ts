import type { Rollup } from 'vite'
import { afterEach, expect, it, vi } from 'vitest'
import type { RouteObject } from 'react-router-dom'
import { stringifyVariables } from 'urql'
import { routes } from '#web/app/router.tsx'
import { workqueueListVariables } from '#web/domains/workqueues/list/use-workqueue-list.ts'
import { parseWorkqueueListParams } from '#web/domains/workqueues/list/workqueue-list-params.ts'
import { addressPattern, askEarly, earlyQueries, filesOfPages } from './early-files.ts'
import { pageModules } from './page-modules.ts'

const chunk = (fileName: string, imports: string[], more: object = {}) =>
  ({
    type: 'chunk',
    fileName,
    imports,
    moduleIds: [],
    isEntry: false,
    ...more,
  }) as unknown as Rollup.OutputChunk

it.each([
  ['/apps', '/apps', true],
  ['/apps', '/apps/', true],
  ['/apps', '/apps/a1', false],
  ['/apps/:id/workqueues/:run', '/apps/a1/workqueues/w1', true],
  ['/apps/:id/workqueues/:run', '/apps/a1/workqueues/w1/compare', false],
  ['/apps/:id/compare/:other?', '/apps/a1/compare', true],
  ['/apps/:id/compare/:other?', '/apps/a1/compare/w2', true],
  ['/apps/:id/compare/:other?', '/apps/a1/compare/w2/x', false],
])('%s fits %s: %s', (address, path, fits) => {
  expect(new RegExp(addressPattern(address)).test(path)).toBe(fits)
})

it('the files of a screen are those of its modules and what they import, without those of every page', () => {
  const chunks = new Map(
    [
      chunk('main.js', ['react.js'], { isEntry: true }),
      chunk('react.js', []),
      chunk('shell.js', ['react.js'], { moduleIds: ['/web/domains/apps/shell.tsx'] }),
      chunk('list.js', ['table.js', 'react.js'], {
        moduleIds: ['/web/domains/runs/list.tsx'],
        viteMetadata: { importedCss: new Set(['list.css']) },
      }),
      chunk('table.js', ['list.js']),
    ].map((each) => [each.fileName, each] as const),
  )
  const found = filesOfPages(chunks, {
    '/runs': ['apps/shell.tsx', 'runs/list.tsx'],
    '/': ['apps/shell.tsx'],
  })
  expect(found.files).toEqual(['shell.js', 'list.js', 'table.js', 'list.css'])
  expect(found.byAddress).toEqual([
    ['^/runs/?$', [0, 1, 2, 3]],
    ['^/?$', [0]],
  ])
  expect(() => filesOfPages(chunks, { '/': ['apps/none.tsx'] })).toThrow(
    'No chunk has the module apps/none.tsx',
  )
})

afterEach(() => {
  // Only the links: the styles in the head belong to the tests of screens in the same process.
  for (const link of document.head.querySelectorAll('link')) link.remove()
  vi.useRealTimers()
  window.early = undefined
  Reflect.deleteProperty(document, 'fonts')
  history.replaceState(null, '', '/')
})

it.each([
  ['/runs/r1', true],
  ['/runs/r1?token=t1&state=s1', false],
])(
  '%s asks for the files of its screen, and for the session and first answers: %s',
  (address, hasSession) => {
    vi.useFakeTimers()
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
    history.replaceState(null, '', address)
    askEarly(
      ['list.js', 'list.css', 'other.js'],
      [
        ['^/other/?$', [2]],
        ['^/runs/', [0, 1]],
      ],
      [
        // As JSON has what is absent in a list.
        ['^/', '1f', 'Features', null],
        ['^/runs/([^/?]+)', '2f', 'Run', { id: '$1', page: 1 }],
        ['^/other', '3f', 'Other'],
      ],
    )
    const links = () => [...document.head.querySelectorAll('link')]
    const htmlOf = () => links().map((link) => link.outerHTML)
    const needed = [
      expect.stringMatching(/rel="modulepreload".*href="\/list\.js"/),
      expect.stringMatching(/rel="preload".*href="\/list\.css"/),
    ]
    expect(htmlOf()).toEqual(needed)
    // The font is loaded after the last file.
    const load = vi.fn().mockResolvedValue([])
    Object.assign(document, { fonts: { load } })
    for (const link of links()) {
      expect(load).not.toHaveBeenCalled()
      link.dispatchEvent(new Event('load'))
    }
    expect(load).toHaveBeenCalledOnce()
    const early = {
      '/session': undefined,
      '/graphql{"extensions":{"persistedQuery":{"sha256Hash":"1f","version":1}},"operationName":"Features"}':
        'POST',
      '/graphql{"extensions":{"persistedQuery":{"sha256Hash":"2f","version":1}},"operationName":"Run","variables":{"id":"r1","page":1}}':
        'POST',
    }
    expect(asked.mock.calls.map(([, init]) => init?.method)).toEqual(hasSession ? Object.values(early) : [])
    expect(Object.keys(window.early ?? {})).toEqual(hasSession ? Object.keys(early) : [])
    // What was not asked for is not the answer to a question of later.
    vi.advanceTimersByTime(30_000)
    expect(window.early).toBeUndefined()
  },
)

// Fails when an answer that no part of the page asks for keeps its connection for as long as the page is open.
it('reads an answer to its end, whether it is used or not', async () => {
  let isRead = false
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body))
  askEarly([], [], [])
  await vi.waitFor(() => expect(isRead).toBe(true))
})

// Fails when the page asks with other variables: the early answer would not be found, and the list be read twice.
it('the run list is asked for with the variables of its page', () => {
  const [, , variables] = earlyQueries.find(([, name]) => name === 'WorkqueueList')!
  const byPage = workqueueListVariables('$1', parseWorkqueueListParams(new URLSearchParams()))
  expect(JSON.stringify(variables)).toBe(stringifyVariables(byPage))
})

/** The addresses of the routes that have a screen, in full. */
function addressesOf(all: readonly RouteObject[], above = ''): string[] {
  return all.flatMap((route) => {
    const { path = '', children = [] } = route
    const full = path.startsWith('/') ? path : [above, path].filter(Boolean).join('/')
    const isScreen = route.lazy !== undefined && path !== '*' && children.length === 0
    return [...(isScreen ? [full] : []), ...addressesOf(children, full)]
  })
}

it('every screen of the router has its modules, except the list of apps, which every page names', () => {
  const screens = addressesOf(routes).filter((address) => address !== '/apps')
  expect(Object.keys(pageModules).toSorted()).toEqual(screens.toSorted())
})
