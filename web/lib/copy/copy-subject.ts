import type { CopyKind } from '#shared/lib/copy-messages.ts'

/** A text as one word of a shell, whatever it contains. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The header with the token of the caller, which the shell fills in: a copied command contains no secret. */
export const BEARER = `--header "Authorization: Bearer $TOKEN"`

/** The option of curl that reads brackets and braces of an address as they are; else they are ranges. */
export const globOption = (address: string): string[] => (/[[\]{}]/.test(address) ? ['--globoff'] : [])

/** An object of the console whose id, link and call are copied. */
export interface CopySubject {
  id: string
  /** Its address in the console: path and query. */
  to: string
  /** The call that reads it, below `/api/`: `workqueues/65f0`. */
  api: string
}

/** A path of the API whose ids may contain any characters: ``apiCall`plans/${id}` ``. */
export const apiCall = (parts: TemplateStringsArray, ...ids: string[]): string =>
  String.raw({ raw: parts }, ...ids.map(encodeURIComponent))

/** The attributes of the element of an object: a row, or the head of its page. */
export const copyAttributes = ({ id, to, api }: CopySubject) => ({
  'data-copy': id,
  'data-copy-to': to,
  'data-copy-api': api,
})

/** On the element of the object that the page is about. */
export const pageCopyAttributes = (subject: CopySubject) => ({
  ...copyAttributes(subject),
  'data-copy-page': true,
})

function subjectOf(element: Element | null | undefined): CopySubject | null {
  if (!(element instanceof HTMLElement)) return null
  const { copy: id, copyTo: to, copyApi: api } = element.dataset
  return id && to && api ? { id, to, api } : null
}

/** The object of the row that an element is in, else that of the page. */
export function copySubjectAt(element: Element | null): CopySubject | null {
  return subjectOf(element?.closest('[data-copy]') ?? document.querySelector('[data-copy-page]'))
}

/** What is copied. `accountId`: the account whose object it is; users of several name it in each call. */
export function copiedText(kind: CopyKind, { id, to, api }: CopySubject, accountId?: string): string {
  const { origin } = window.location
  if (kind === 'id') return id
  if (kind === 'link') return origin + to
  const address = `${origin}/api/${api}`
  const account = accountId === undefined ? [] : [`--header ${shellQuoted(`account-id: ${accountId}`)}`]
  return [['curl', ...globOption(address)].join(' '), BEARER, ...account, shellQuoted(address)].join(
    ' \\\n  ',
  )
}
