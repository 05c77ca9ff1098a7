/** Shorter values are not searched: they occur in ordinary text by chance. */
export const MIN_SECRET_LENGTH = 8

/** One form in which a secret may be written. */
export interface SecretForm {
  /** Every character of it is determined by the secret. */
  text: string
  /** Characters beside it that also depend on the secret: those at the ends of base64. */
  before: number
  after: number
}

/**
 * The forms in which a secret is searched: as it is, escaped for JSON, HTML or an address, in hexadecimal, and in
 * base64 at each of the three places that it can have in a longer text. Empty for a secret that is too short.
 */
export function formsOf(secret: string): SecretForm[] {
  const text = secret.trim()
  if (text.length < MIN_SECRET_LENGTH) return []
  const bytes = Buffer.from(text)
  const plain = [text, ...jsonForms(text), ...addressForms(text), htmlForm(text)]
  const hex = bytes.toString('hex')
  const forms = [...plain, hex, hex.toUpperCase()].map((form) => ({ text: form, before: 0, after: 0 }))
  for (const shift of [0, 1, 2]) forms.push(...base64Forms(bytes, shift))
  const byText = new Map(forms.map((form) => [form.text, form]))
  return [...byText.values()]
}

const codeUnit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** As programs write text in JSON: also those that escape all but ASCII, HTML's characters or the slash. */
function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replace(/[^\x20-\x7e]/g, codeUnit)
  return [
    json,
    ascii,
    json.replace(/[<>&]/g, codeUnit),
    json.replaceAll('/', '\\/'),
    ascii.replaceAll('/', '\\/'),
  ]
}

/** Percent-encoded as in paths and in forms, with digits of both cases. */
function addressForms(text: string): string[] {
  const component = encodeURIComponent(Buffer.from(text).toString())
  const strict = component.replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const forms = [component, strict, strict.replaceAll('%20', '+'), component.replaceAll('%20', '+')]
  return [...forms, ...forms.map((form) => form.replace(/%../g, (code) => code.toLowerCase()))]
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const htmlForm = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/**
 * Base64 of the secret when `shift` bytes of another text precede it in its group of three. Six bits are a
 * character, so the first and the last may be shared with the text around the secret.
 */
function base64Forms(bytes: Buffer, shift: number): SecretForm[] {
  const [from, to] = [8 * shift, 8 * (shift + bytes.length)]
  const [first, last] = [Math.ceil(from / 6), Math.floor(to / 6)]
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .slice(first, last)
  const ends = { before: from % 6 === 0 ? 0 : 1, after: to % 6 === 0 ? 0 : 1 }
  const inUrl = text.replaceAll('+', '-').replaceAll('/', '_')
  return [text, inUrl, encodeURIComponent(text)].map((form) => ({ text: form, ...ends }))
}
