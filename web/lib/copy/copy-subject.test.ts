// @vitest-environment jsdom
import { execFileSync } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { copied } from './copied-objects.ts'
import { apiCall, copiedText, copySubjectAt } from './copy-subject.ts'

afterEach(() => document.body.replaceChildren())

const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', command.replace('curl', 'printf "%s\\n"')], { env: { TOKEN: 't0' } })
    .toString()
    .split('\n')
    .slice(0, -1)

it('a command names the caller by a variable, and the account of the object', () => {
  const run = copied.run({ id: '65f0', appId: 'a1' })
  expect(copiedText('id', run)).toBe('65f0')
  expect(copiedText('link', run)).toBe(`${window.location.origin}/apps/a1/workqueues/65f0`)
  expect(copiedText('curl', run, 'acc')).toBe(
    [
      'curl',
      '--header "Authorization: Bearer $TOKEN"',
      "--header 'account-id: acc'",
      `'${window.location.origin}/api/workqueues/65f0'`,
    ].join(' \\\n  '),
  )
})

it.each([
  ["a'b; rm -rf $HOME `id` \\", 'acc'],
  ['task.x{1,3}[0-9]', "it's $(id)"],
  ['"quoted" & more', 'two\nlines'],
])('%j stays one word of the shell', (id, account) => {
  const text = copiedText('curl', { id, to: '/', api: `queues/${id}/x` }, account)
  const words = argumentsOf(text).join('\n')
  expect(words).toContain(`${window.location.origin}/api/queues/${id}/x`)
  expect(words).toContain('Authorization: Bearer t0')
  expect(words).toContain(`account-id: ${account}`)
  expect(text.includes('--globoff')).toBe(/[[\]{}]/.test(id))
})

it('an id is one part of the path', () => {
  expect(apiCall`queues/${'a/b?c'}/${'d e'}`).toBe('queues/a%2Fb%3Fc/d%20e')
})

it('is that of the row with the focus, else that of the page', () => {
  document.body.innerHTML =
    '<p data-copy="p" data-copy-to="/p" data-copy-api="plans/p" data-copy-page></p>' +
    '<div data-copy="r" data-copy-to="/r" data-copy-api="workqueues/r"><a href="/r">r</a></div>'
  expect(copySubjectAt(document.querySelector('a'))?.id).toBe('r')
  expect(copySubjectAt(document.body)?.id).toBe('p')
  document.querySelector('p')?.remove()
  expect(copySubjectAt(document.body)).toBeNull()
})
