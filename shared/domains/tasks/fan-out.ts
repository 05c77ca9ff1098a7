import { shortTypeName } from './rules.ts'

/** Fewer equal tasks are shown one by one. */
export const FAN_OUT_FROM = 12

/** The fields that decide whether tasks are equal. */
export interface FanOutTask {
  id: string
  name: string
  type: string
  alias: string
  depends: readonly string[]
}

/** Equal tasks that are shown as one. */
export interface FanOut {
  /** The id of its first task. */
  key: string
  /** What its tasks are, in the plural: `score shards`. */
  name: string
  /** In the order in which the tasks were given. */
  taskIds: string[]
}

/**
 * The groups of at least `FAN_OUT_FROM` equal tasks: of one type and alias, with the same dependencies, and with names
 * that begin alike. In the order of their first tasks; linear in tasks and dependencies.
 */
export function fanOutsOf(tasks: readonly FanOutTask[]): FanOut[] {
  const groups = new Map<string, FanOutTask[]>()
  for (const task of withManySiblings(tasks)) {
    const key = JSON.stringify([task.type, task.alias, firstWord(task.name), ...[...task.depends].sort()])
    const group = groups.get(key)
    if (group) group.push(task)
    else groups.set(key, [task])
  }
  return [...groups.values()]
    .filter((group) => group.length >= FAN_OUT_FROM)
    .map((group) => ({ key: group[0]!.id, name: groupName(group), taskIds: group.map(({ id }) => id) }))
}

/** The tasks that have a dependency in common with enough others; the rest cannot belong to a group. */
function withManySiblings(tasks: readonly FanOutTask[]): readonly FanOutTask[] {
  const counts = new Map<string, number>()
  const leastOf = ({ depends }: FanOutTask) =>
    depends.length < 2 ? (depends[0] ?? '') : depends.reduce((least, each) => (each < least ? each : least))
  for (const task of tasks) {
    const least = leastOf(task)
    counts.set(least, (counts.get(least) ?? 0) + 1)
  }
  return tasks.filter((task) => counts.get(leastOf(task))! >= FAN_OUT_FROM)
}

const firstWord = (name: string) => /\p{L}+/u.exec(name)?.[0].toLowerCase() ?? ''

function groupName(group: readonly FanOutTask[]): string {
  const { name, type } = group[0]!
  const stem = commonWords(group.map((task) => task.name)) || firstWord(name) || shortTypeName(type)
  return plural(inSentence(withVerb(stem, type)))
}

/** The words that all names begin with, without numbers and separators at their end. */
function commonWords(names: readonly string[]): string {
  const [first = '', ...others] = names
  let length = first.length
  for (const name of others) {
    while (!name.startsWith(first.slice(0, length))) length--
  }
  const isLetter = (text: string) => /^\p{L}/u.test(text)
  const insideWord = names.some((name) => isLetter(name.slice(length)))
  const common = first.slice(0, length)
  const whole = insideWord ? common.replace(/\p{L}+$/u, '') : common
  return whole.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '')
}

/** `shard` of the type `scoreshard` is `score shard`. */
function withVerb(stem: string, type: string): string {
  const short = shortTypeName(type)
  const noun = stem.toLowerCase()
  return short !== noun && /^[a-z]{3,}$/.test(noun) && short.endsWith(noun)
    ? `${short.slice(0, -noun.length).replace(/[-_]$/, '')} ${noun}`
    : stem
}

/** Without the capital that begins a name; `EU batch` keeps its own. */
const inSentence = (words: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(words) ? words[0]!.toLowerCase() + words.slice(1) : words

function plural(words: string): string {
  if (/s$/i.test(words)) return words
  if (/(?:x|z|ch|sh)$/i.test(words)) return `${words}es`
  return /[^aeiou]y$/i.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`
}
