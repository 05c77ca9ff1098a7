import { maskPart } from './reason-parts.ts'
import {
  afterStatus,
  answerWords,
  calendarWords,
  quantityWords,
  fillers,
  hostWords,
  isCodeWord,
  isStatusPhrase,
  units,
} from './reason-words.ts'

/** A piece of a text. `quoted`: a value in quotes, without them; `gap`: white space and punctuation. */
interface Atom {
  kind: 'word' | 'quoted' | 'address' | 'gap'
  text: string
}

const closing: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“”',
  '«': '»',
  '‘': '’',
}
const address = /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>`]+/iy
/** An address in brackets with its port: `[fd00::1]:99`. */
const bracketed = /\[[\da-f:.%]*:[\da-f:.%]*\]:\d{1,5}/iy
const word = /[^\s"`“”„«»‘()[\]{}<>,;=|]+/y
/** Names of fields of JSON whose values are words. */
const wordFields =
  /^(?:message|msg|error|err|reason|description|detail|details|title|code|type|name|status|statuscode)$/i

/** The text in pieces; each character is looked at a fixed number of times. */
function atomsOf(text: string, quotes: boolean): Atom[] {
  const atoms: Atom[] = []
  const open = new OpenQuotes(text)
  let gap = ''
  const push = (kind: Atom['kind'], piece: string) => {
    if (gap) atoms.push({ kind: 'gap', text: gap })
    gap = ''
    atoms.push({ kind, text: piece })
  }
  for (let at = 0; at < text.length;) {
    const end = quotes ? open.end(at) : -1
    if (end > 0) {
      push('quoted', text.slice(at + 1, end))
      at = end + 1
      continue
    }
    const place = matchAt(address, text, at) ?? matchAt(bracketed, text, at)
    if (place !== null) {
      push('address', place)
      at += place.length
      continue
    }
    const found = matchAt(word, text, at)
    if (found === null) {
      gap += text[at++]
      continue
    }
    at += found.length
    const core = found.replace(/^['’*•:]+/, '')
    const bare = core.replace(/[.:!?'’…*]+$/, '')
    gap += found.slice(0, found.length - core.length)
    if (bare) push('word', bare)
    gap += core.slice(bare.length)
  }
  if (gap) atoms.push({ kind: 'gap', text: gap })
  return atoms
}

function matchAt(pattern: typeof word, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** Finds the ends of quoted values. What has been searched in vain is not searched again. */
class OpenQuotes {
  private readonly text: string
  private readonly searched = new Map<string, number>()

  constructor(text: string) {
    this.text = text
  }

  /** The end of the quoted value that begins here; -1 when none does. An apostrophe inside a word is no quote. */
  end(at: number): number {
    const quote = this.text[at]!
    const ends = closing[quote]
    if (ends === undefined) return -1
    const single = quote === "'" || quote === '‘'
    if (single && this.isLetter(at - 1)) return -1
    for (let end = Math.max(at + 1, this.searched.get(quote) ?? 0); end < this.text.length; end++) {
      if (this.text[end] === '\\') end++
      else if (ends.includes(this.text[end]!) && !(single && this.isLetter(end + 1))) return end
    }
    this.searched.set(quote, this.text.length)
    return -1
  }

  private isLetter(at: number): boolean {
    return /[\p{L}\d]/u.test(this.text[at] ?? ' ')
  }
}

/** The text with `#` in the place of what varies from one failure to another of the same cause. */
export function patternOf(text: string): string {
  const masked = mask(atomsOf(text, true))
  // All of it was quoted, so that is what was said.
  return /\p{L}{2}/u.test(masked) ? masked : mask(atomsOf(text, false))
}

function mask(atoms: readonly Atom[]): string {
  const reader = new Reader(atoms)
  return atoms
    .map((atom, index) => (atom.kind === 'gap' ? atom.text : reader.read(atom, index)))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/#(?:[\s,;:./_+-]*#)+/g, '#')
    .trim()
}

/** `3 of 10`: the number before these words is a part of the number in them. */
const isShare = (next: string, second: string | undefined) =>
  /^(?:of|von|out)$/.test(next) && /^(?:\d|of$)/.test(second ?? '')

/** Reads atoms in order and knows which words came before. */
class Reader {
  private readonly atoms: readonly Atom[]
  /** The word before, in lower case. */
  private last: string | null = null
  /** A code may follow: after a word that names one, or that only may do so. */
  private expects: 'code' | 'status' | null = null
  private number = false

  constructor(atoms: readonly Atom[]) {
    this.atoms = atoms
  }

  read(atom: Atom, index: number): string {
    if (atom.kind === 'address') return this.varying()
    if (atom.kind === 'quoted') return this.quoted(atom.text, index)
    return this.word(atom.text, index)
  }

  private word(text: string, index: number): string {
    const name = text.toLowerCase()
    if (this.number && (units.has(name) || calendarWords.has(name))) return '#'
    if (calendarWords.has(name) && /^\d/.test(this.next(index) ?? '')) return this.varying()
    if (/^-?(?:\d{1,6}|0x[0-9a-f]{2,8})$/i.test(text)) return this.integer(text, index)
    if (this.expects === 'code' && /^[A-Z0-9][A-Z0-9_.-]{1,23}$/.test(text)) return this.code(text)
    const [, field, value] = /^([\p{L}_-]+)[:/](-?[\dA-Z]{1,6})$/u.exec(text) ?? []
    if (field && value && isCodeWord(field.toLowerCase(), this.last)) return this.code(text)
    if (name.startsWith('http/')) return this.take('http', 'HTTP')
    const host = this.last !== null && hostWords.has(this.last) && !hostWords.has(name) && !fillers.has(name)
    const masked = host ? '#' : maskPart(text)
    if (masked === '#') return this.varying()
    return this.take(name, masked)
  }

  /** A value in quotes varies, unless it is a code, or a field of JSON. */
  private quoted(text: string, index: number): string {
    const name = text.toLowerCase()
    if (this.atoms[index + 1]?.text.trimStart().startsWith(':') && /^[\w$.-]{1,60}$/.test(text)) {
      this.number = false
      return this.take(name, `"${maskPart(text)}"`)
    }
    const isCode = /^(?:E[A-Z]{3,}|SIG[A-Z]+|ERR_[A-Z_]+)$/.test(text)
    if (isCode || (this.expects === 'code' && /^[\w.-]{1,40}$/.test(text) && !/\d{7}/.test(text)))
      return this.code(`"${text}"`)
    if (this.last !== null && this.isValue(index) && wordFields.test(this.last)) {
      this.last = null
      return `"${patternOf(text)}"`
    }
    return this.varying()
  }

  /** Whether the atom is the value of a field of JSON. */
  private isValue(index: number): boolean {
    return /":?\s*$|^\s*:\s*$/.test(this.atoms[index - 1]?.text ?? '')
  }

  private integer(text: string, index: number): string {
    const [next, second] = [this.next(index), this.next(index, 2)]
    const apart = /^\s+$/.test(this.atoms[index + 1]?.text ?? '')
    const counted =
      apart && next !== undefined && (quantityWords.has(next) || units.has(next) || isShare(next, second))
    const status = /^[1-5]\d\d$/.test(text)
    if (status && apart && isStatusPhrase(next, second)) return this.code(text)
    if (counted || this.expects === null) return this.varying()
    if (this.expects === 'code') return this.code(text)
    const ends = !apart || next === undefined || afterStatus.has(next)
    return ends && (status || /^(?:err|error|fehler)$/.test(this.last ?? ''))
      ? this.code(text)
      : this.varying()
  }

  private code(text: string): string {
    this.number = false
    this.last = text.toLowerCase()
    return text
  }

  private varying(): string {
    this.number = true
    this.expects = null
    this.last = null
    return '#'
  }

  private take(name: string, masked: string): string {
    this.number = masked.endsWith('#')
    if (isCodeWord(name, this.last)) this.expects = 'code'
    else if (answerWords.has(name)) this.expects = 'status'
    else if (!fillers.has(name)) this.expects = null
    this.last = name
    return masked
  }

  /** A following word in lower case; undefined at the end. */
  private next(index: number, place = 1): string | undefined {
    for (let at = index + 1; at < this.atoms.length; at++) {
      const atom = this.atoms[at]!
      if (atom.kind !== 'gap' && --place === 0) return atom.text.toLowerCase()
    }
    return undefined
  }
}
