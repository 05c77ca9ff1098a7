import { afterEach, expect, it } from 'vitest'
import { preferences } from './preferences.ts'

afterEach(() => {
  preferences.forget()
  preferences.keep('', { theme: null })
  localStorage.clear()
})

it('are those of one user; another one begins with none, apart from the theme', () => {
  preferences.keep('u1', { theme: 'dark', timeZone: 'UTC' })
  preferences.keep('u1', { density: 'compact' })
  expect(preferences.get()).toMatchObject({ theme: 'dark', timeZone: 'UTC', density: 'compact' })
  expect([preferences.areOf('u1'), preferences.areOf('u2')]).toEqual([true, false])
  preferences.forget()
  expect(preferences.get()).toMatchObject({ theme: 'dark', timeZone: null, density: null })
  preferences.keep('u2', { startPage: '/plans' })
  expect(preferences.get()).toMatchObject({ theme: null, timeZone: null, startPage: '/plans' })
})

it('come from another tab', () => {
  const other = JSON.stringify({ user: 'u1', theme: 'dark', timeZone: 7 })
  localStorage.setItem('workforce-console.preferences', other)
  window.dispatchEvent(new StorageEvent('storage', { key: 'workforce-console.preferences' }))
  expect(preferences.get()).toMatchObject({ theme: 'dark', timeZone: null })
})
