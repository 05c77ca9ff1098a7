import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createInstruments, measureLive } from '#server/gateway/metrics/metrics.ts'
import { createPlatformMetrics } from '#server/platform/telemetry/metrics.ts'
import { readText } from './lock.ts'

/** Names of the metrics of gateway and platform, with the suffixes of a histogram's series. */
async function known(): Promise<Set<string>> {
  const instruments = createInstruments()
  const counters = new Proxy({}, { get: () => 0 })
  const live = {
    sockets: () => 0,
    size: () => ({ channels: 0, groups: 0 }),
    counters,
    source: { state: () => 'up', counters },
    backlog: { events: 0, unknownStatuses: 0 },
  }
  measureLive({ live } as unknown as Parameters<typeof measureLive>[0], instruments)
  const platform = createPlatformMetrics({} as never, { now: () => 0 } as never)
  const metrics = [
    ...(await instruments.registry.getMetricsAsJSON()),
    ...(await platform.registry.getMetricsAsJSON()),
  ]
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
    ),
  )
}

/** The metrics in a Prometheus expression. */
const metricsOf = (expression: string) => expression.match(/\b(gateway|platform|nodejs|process)_\w+/g) ?? []
/** The same with their selectors. */
const selectionsOf = (expression: string) =>
  expression.match(/\b(gateway|platform|nodejs|process)_\w+(\{[^}]*\})?/g) ?? []
/** The job of a selection: every program has `nodejs_*` and `process_*`. */
const jobOf = (selection: string) => /\{(?:.*,)?job=~"([^"]+)"/.exec(selection)?.[1]

interface Rules {
  spec: { groups: { rules: { alert: string; expr: string }[] }[] }
}
interface Dashboard {
  templating: { list: { name: string; query: string }[] }
  panels: { title: string; targets: { expr: string }[] }[]
}

test("alerts and dashboard use existing metrics, and the page explains each of the console's own", async () => {
  const there = await known()
  const { spec } = parse(readText('docs/operations/alerts.yaml')) as Rules
  const { panels } = JSON.parse(readText('docs/operations/dashboard.json')) as Dashboard
  const asked = [
    ...spec.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ by: alert, expr }))),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ by: title, expr }))),
  ]
  expect(asked.length).toBeGreaterThan(15)
  for (const { by, expr } of asked) {
    expect([by, metricsOf(expr).length > 0]).toEqual([by, true])
    expect([by, metricsOf(expr).filter((name) => !there.has(name))]).toEqual([by, []])
  }
  const own = [...there].filter((name) => /^(gateway|platform)_/.test(name) && !/_(count|sum)$/.test(name))
  const page = readText('docs/operations.md')
  expect(
    own.map((name) => name.replace(/_bucket$/, '')).filter((name) => !page.includes(`\`${name}\``)),
  ).toEqual([])
})

test('alerts and dashboard select only the console, not every measured program', async () => {
  const { spec } = parse(readText('docs/operations/alerts.yaml')) as Rules
  const { panels, templating } = JSON.parse(readText('docs/operations/dashboard.json')) as Dashboard
  const rules = spec.groups.flatMap(({ rules }) => rules.flatMap(({ expr }) => selectionsOf(expr)))
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => selectionsOf(expr)))
  expect(rules.filter((selection) => jobOf(selection) !== '.*workforce-console.*')).toEqual([])
  expect(shown.filter((selection) => jobOf(selection) !== '$job')).toEqual([])
  // The variable is filled from a metric that only the console has.
  const [, metric = ''] =
    /^label_values\((\w+), job\)$/.exec(templating.list.find(({ name }) => name === 'job')?.query ?? '') ?? []
  expect(metric).toMatch(/^gateway_/)
  expect(await known()).toContain(metric)
})
