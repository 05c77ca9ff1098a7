import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { preferences } from '#web/lib/settings/preferences.ts'
import { followAppearance } from './appearance.ts'

const root = document.documentElement
let system: MediaQueryList
let stop: () => void

beforeEach(() => {
  // Another file of this worker may have left the choices of its user.
  preferences.keep('u1', { theme: null, density: null })
  system = Object.assign(new EventTarget(), { matches: false }) as unknown as MediaQueryList
  stop = followAppearance(root, system)
})
afterEach(() => {
  preferences.keep('u1', { theme: null, density: null })
  stop()
  localStorage.clear()
  root.className = ''
})

const turn = (isDark: boolean) => {
  Object.assign(system, { matches: isDark })
  system.dispatchEvent(new Event('change'))
}

it('follows the system, unless the user has chosen', () => {
  expect([root.className, root.style.colorScheme]).toEqual(['light', 'light'])
  turn(true)
  expect(root.className).toBe('dark')
  preferences.keep('u1', { theme: 'light', density: 'compact' })
  expect([root.className, root.style.colorScheme, root.hasAttribute('data-compact')]).toEqual([
    'light',
    'light',
    true,
  ])
  turn(false)
  preferences.keep('u1', { theme: 'dark' })
  expect(root.className).toBe('dark')
  preferences.keep('u1', { theme: 'system', density: null })
  expect([root.className, root.hasAttribute('data-compact')]).toEqual(['light', false])
})

it('has the chosen theme before the first paint', () => {
  const script = readFileSync(path.join(import.meta.dirname, '../../public/theme.js'), 'utf8')
  const paint = () => {
    root.className = ''
    // The page runs the same text as a classic script.
    new Function(script)()
    return root.className
  }
  expect(paint()).toBe('')
  preferences.keep('u1', { theme: 'dark' })
  expect(paint()).toBe('dark')
  preferences.keep('u1', { theme: 'system' })
  expect(paint()).toBe('')
  localStorage.setItem('workforce-console.preferences', 'no JSON')
  expect(paint()).toBe('')
  const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8')
  expect(page.indexOf('src="/theme.js"')).toBeLessThan(page.indexOf('</head>'))
})
