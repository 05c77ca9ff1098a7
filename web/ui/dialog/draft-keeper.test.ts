import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const web = path.join(import.meta.dirname, '../..')

/** Forms whose text is not kept: what they ask for is a secret, a choice, or typed in a moment. */
const without = [
  // Passwords.
  'domains/account/change-password-dialog.tsx',
  // The settings of an account may contain secrets of its connections.
  'domains/account/account-page.tsx',
  // A choice of a list.
  'domains/tasks/table/alias-dialog.tsx',
  'domains/account/viewer-dialog.tsx',
  'domains/schedules/plan-schedules.tsx',
  // The name of a key.
  'domains/keys/rotate-dialog.tsx',
  // Its fields, which keep it, are a part of their own.
  'domains/alerts/editor/rule-editor.tsx',
  // Moments.
  'domains/schedules/dialogs/backfill-dialog.tsx',
  'domains/failures/mute-date-dialog.tsx',
]

it('is part of every form with text', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.startsWith('domains') && file.endsWith('.tsx') && !file.includes('.test.'),
  )
  const forms = files.filter((file) => {
    const source = readFileSync(path.join(web, file), 'utf8')
    // `TextDialog` contains it.
    return /<(?:FormDialog|UnsavedGuard)\b/.test(source) && !/<DraftKeeper\b/.test(source)
  })
  expect(forms.sort()).toEqual(without.sort())
  expect(readFileSync(path.join(import.meta.dirname, 'form-dialog.tsx'), 'utf8')).toContain('<DraftKeeper')
})
