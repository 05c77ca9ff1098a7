import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isMap, isPair, isScalar, parseDocument, stringify, type Pair, type YAMLMap } from 'yaml'
import { chart } from './render.ts'

/** A value of the chart, or a group of values, with its comment. */
interface Row {
  name: string
  /** Null for a group. */
  preset: string | null
  meaning: string
}

/** The chart's page, generated from its values and their comments. */
export function chartReadme(): string {
  const rows = valueRows(readFileSync(path.join(chart, 'values.yaml'), 'utf8'))
  const lines = rows.map(({ name, preset, meaning }) =>
    preset === null
      ? `| **${name}** | | ${meaning} |`
      : `| \`${name}\` | \`${preset.replaceAll('|', '\\|')}\` | ${meaning} |`,
  )
  return `${introduction}\n| Value | Default | Meaning |\n| --- | --- | --- |\n${lines.join('\n')}\n`
}

const introduction = `# Chart of the console

\`helm install console ./helm --set image.repository=registry.example.com/workforce-console\` runs the console with its
embedded platform: one pod, one volume, keys that are generated once and kept. Build and push the image first.
[docs/deploying.md](../docs/deploying.md) describes this and the other modes, TLS, backup and upgrades.
Invalid combinations fail to render, with a message.

This page is generated from \`values.yaml\` by \`npm run chart\`.
`

/** Throws for a value without a comment. */
export function valueRows(text: string): Row[] {
  const document = parseDocument(text)
  // The comment above the first key describes the whole file.
  return rowsOf(document.contents as YAMLMap, '', document.commentBefore ?? '')
}

function rowsOf(map: YAMLMap, prefix: string, first: string): Row[] {
  return map.items.flatMap((pair, index) => {
    if (!isPair(pair) || !isScalar(pair.key)) return []
    const name = `${prefix}${String(pair.key.value)}`
    const own = pair.key.commentBefore ?? (index === 0 ? (map.commentBefore ?? first) : '')
    const meaning = own
      .trim()
      .split(/\s*\n\s*/)
      .join(' ')
    if (meaning === '') throw new Error(`${name} has no comment in values.yaml`)
    if (!isGroup(pair)) return [{ name, preset: presetOf(pair), meaning }]
    return [{ name, preset: null, meaning }, ...rowsOf(pair.value as YAMLMap, `${name}.`, '')]
  })
}

/** A map is a group if its members are explained. */
function isGroup({ value }: Pair): boolean {
  if (!isMap(value)) return false
  const [member] = value.items
  return Boolean(value.commentBefore) || (isScalar(member?.key) && Boolean(member.key.commentBefore))
}

function presetOf({ value }: Pair): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()
}
