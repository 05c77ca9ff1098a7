/** Longest part of a name in a message: names come from the caller and are part of the answer. */
const MAX_NAME = 80

const clip = (name: PropertyKey) => {
  const text = String(name)
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text
}

/** `['tasks', 3, 'depends', 0]` -> `tasks[3].depends[0]`; empty for the whole. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? clip(part) : `${text}.${clip(part)}`
  }, '')
}

/** Words that are not the lower case of a part of a field's name. */
const words: Record<string, string> = { url: 'URL', cpu: 'CPU', jwt: 'JWT', workqueue: 'workqueue' }

/**
 * The name of a field as people read it: `dockerTag` -> `Docker tag`, `invitation.email` -> `Invitation email`. Names that
 * users choose, such as those of variables, stay as they are, and so does a path into a list: `tasks[2].name`.
 */
export function fieldInWords(path: readonly PropertyKey[]): string {
  if (path.some((part) => typeof part === 'number')) return pathText(path)
  const [first = '', ...others] = path.map(clip)
  const start = partInWords(first)
  const head = isOwnName(first) ? start.charAt(0).toUpperCase() + start.slice(1) : start
  return [head, ...others.map(partInWords)].join(' ')
}

/** Whether a part is the name of a field, as the wire spells them. */
const isOwnName = (part: string) => /^_?[a-z]+([A-Z][a-z]+)*$/.test(part)

function partInWords(part: string): string {
  if (!isOwnName(part)) return part
  return part
    .replace(/^_/, '')
    .replace('workQueue', 'workqueue')
    .split(/(?=[A-Z])/)
    .map((word) => words[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ')
}
