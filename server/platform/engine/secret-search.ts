import { formsOf, type SecretForm } from './secret-forms.ts'

/** Where a text contains a secret. */
export interface SecretPlace {
  start: number
  end: number
  name: string
}

/**
 * Length of the start of a form that is searched. A longer form is recognised by it and ends where the text differs:
 * that bounds the memory, and a secret that was cut is found too.
 */
const MAX_HEAD = 128

interface Node {
  depth: number
  /** Most nodes have one successor, so it is stored without a map. */
  code: number
  only: Node | null
  next: Map<number, Node> | null
  /** The node of the longest proper suffix. */
  suffix: Node | null
  /** The form whose head ends here. */
  form: { name: string; form: SecretForm } | null
  /** This node or its longest suffix at which a head ends. */
  hit: Node | null
}

/**
 * The search of all forms of some secrets, by the algorithm of Aho and Corasick: one pass over the text, whose time does
 * not depend on the secrets. Places are in order of their start, the longer one first.
 */
export function createSearch(
  secrets: readonly { name: string; value: string }[],
): (text: string) => SecretPlace[] {
  const root = nodeOf(0)
  for (const { name, value } of secrets) for (const form of formsOf(value)) insert(root, name, form)
  if (!root.only && !root.next) return () => []
  linkSuffixes(root)
  return (text) => {
    const places = search(root, text)
    // Programs break long lines of base64, so a text with lines is searched without their breaks too.
    if (/[\r\n]/.test(text)) places.push(...searchUnbroken(root, text))
    return places.sort((one, other) => one.start - other.start || other.end - one.end)
  }
}

const nodeOf = (depth: number): Node => ({
  depth,
  code: -1,
  only: null,
  next: null,
  suffix: null,
  form: null,
  hit: null,
})

function successor(node: Node, code: number): Node | undefined {
  if (node.next) return node.next.get(code)
  return node.only && node.code === code ? node.only : undefined
}

function addSuccessor(node: Node, code: number): Node {
  const added = nodeOf(node.depth + 1)
  if (node.next) node.next.set(code, added)
  else if (node.only) {
    node.next = new Map([
      [node.code, node.only],
      [code, added],
    ])
    node.only = null
  } else {
    node.code = code
    node.only = added
  }
  return added
}

const successors = ({ code, only, next }: Node): Iterable<[number, Node]> =>
  next ?? (only ? [[code, only]] : [])

function insert(root: Node, name: string, form: SecretForm): void {
  let node = root
  const length = Math.min(form.text.length, MAX_HEAD)
  for (let place = 0; place < length; place++) {
    const code = form.text.charCodeAt(place)
    node = successor(node, code) ?? addSuccessor(node, code)
  }
  // Of several forms with one head the longest goes on longest.
  if (!node.form || node.form.form.text.length < form.text.length) node.form = { name, form }
}

function linkSuffixes(root: Node): void {
  const queue = [root]
  for (let index = 0; index < queue.length; index++) {
    const node = queue[index]!
    node.hit = node.form ? node : (node.suffix?.hit ?? null)
    for (const [code, next] of successors(node)) {
      next.suffix = node === root ? root : step(node.suffix ?? root, code)
      queue.push(next)
    }
  }
}

/** The node of the longest suffix of what was read, followed by the next character. */
function step(from: Node, code: number): Node {
  let node = from
  for (;;) {
    const next = successor(node, code)
    if (next) return next
    if (!node.suffix) return node
    node = node.suffix
  }
}

function search(root: Node, text: string): SecretPlace[] {
  const places: SecretPlace[] = []
  let node = root
  let covered = 0
  for (let at = 0; at < text.length; at++) {
    node = step(node, text.charCodeAt(at))
    const { hit } = node
    if (!hit?.form) continue
    const { name, form } = hit.form
    const head = at + 1
    // Within a place that was followed to its end, following another one to the same end would take its time again.
    const end = hit.depth === MAX_HEAD && head > covered ? endOf(text, head, form) : head
    covered = Math.max(covered, end)
    const start = Math.max(0, head - hit.depth - form.before)
    places.push({ start, end: Math.min(text.length, end + form.after), name })
  }
  return places
}

/** How far a form goes on after its head. */
function endOf(text: string, head: number, form: SecretForm): number {
  let length = 0
  while (
    MAX_HEAD + length < form.text.length &&
    text.charCodeAt(head + length) === form.text.charCodeAt(MAX_HEAD + length)
  )
    length += 1
  return head + length
}

function searchUnbroken(root: Node, text: string): SecretPlace[] {
  const places: number[] = []
  let unbroken = ''
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    for (let at = 0; at < line.length; at++) places.push(index + at)
    unbroken += line
  }
  return search(root, unbroken).map(({ start, end, name }) => ({
    start: places[start] ?? 0,
    end: (places[end - 1] ?? 0) + 1,
    name,
  }))
}
