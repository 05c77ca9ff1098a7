import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { RouteObject } from 'react-router-dom'
import { expect, vi } from 'vitest'
import { renderRoutes, signedInView } from '#tests/support/render.tsx'
import { createFakeGateway, type Answers } from '#tests/support/web-gateway.ts'
import { accountCache } from '#web/domains/account/cache.ts'
import { joinCaches } from '#web/lib/cache.ts'
import { createSession } from '#web/lib/session.ts'
import { AttentionPage } from './attention-page.tsx'
import { attentionCache } from './cache.ts'
import type { AttentionFigureData, AttentionRow } from './operations.ts'

type Links = AttentionRow['links']

const noLinks: Links = {
  appId: null,
  workqueueId: null,
  taskId: null,
  groupId: null,
  type: null,
  alias: null,
  workerId: null,
  clusterId: null,
  deploymentId: null,
  planId: null,
  ruleId: null,
  scheduleId: null,
}

export const linksOf = (over: Partial<Links>) => ({ __typename: 'AttentionLinks', ...noLinks, ...over })

interface ItemParts extends Partial<Omit<AttentionRow, 'links' | 'hurt' | 'owner' | 'details' | 'actions'>> {
  links?: Partial<Links>
  /** Runs and tasks that wait behind it. */
  waits?: number
  owner?: { userId: string; email: string } | null
  lines?: (string | { kind: string; text: string })[][]
  actions?: [kind: string, label: string][]
}

/** What is known of a late run in numbers. */
export const lateOf = (ms: number, over: Partial<NonNullable<AttentionRow['late']>> = {}) => ({
  __typename: 'AttentionLateRun' as const,
  name: 'Month close',
  ms,
  usualMs: 720_000,
  task: 'Export ledger to SAP',
  taskMs: ms - 60_000,
  taskUsualMs: 40_000,
  type: 'task.ledger.ledgerexport',
  alias: 'default',
  version: '4.1.0',
  hostName: 'ledger-1',
  notVersions: [],
  notHosts: [],
  ...over,
})

/** An item in an answer of the gateway. */
export function itemOf(id: string, parts: ItemParts = {}) {
  const { links, waits = 0, owner = null, lines = [], actions = [], ...over } = parts
  const partOf = (part: string | { kind: string; text: string }) => ({
    __typename: 'AttentionPart',
    ...(typeof part === 'string' ? { kind: 'text', text: part } : part),
  })
  return {
    __typename: 'AttentionItem',
    id,
    kind: 'failure',
    sentence: `Item ${id}`,
    since: '2026-11-22T11:22:00.000Z',
    mutedUntil: null,
    closedBefore: null,
    passedBefore: false,
    late: null,
    ...over,
    details: lines.map((line) => ({ __typename: 'AttentionLine', parts: line.map(partOf) })),
    hurt: { __typename: 'AttentionHurt', runs: waits, tasks: 0, minutes: 0 },
    owner: owner && { __typename: 'AttentionOwner', ...owner },
    links: linksOf(links ?? {}),
    actions: actions.map(([kind, label]) => ({ __typename: 'AttentionAction', kind, label })),
  }
}

export const figureOf = (now: number | null, over: Partial<AttentionFigureData> = {}) => ({
  __typename: 'AttentionFigure' as const,
  now,
  before: null,
  type: null,
  alias: null,
  hours: [],
  usual: null,
  ...over,
})

export const figuresOf = (
  over: Partial<Record<'running' | 'failed' | 'oldestQueued' | 'waitP95', AttentionFigureData>>,
) => ({
  __typename: 'AttentionFigures' as const,
  running: figureOf(47),
  failed: figureOf(0),
  oldestQueued: figureOf(null),
  waitP95: figureOf(null),
  ...over,
})

type Item = ReturnType<typeof itemOf>

export const attentionOf = (items: Item[], over: object = {}) => ({
  attention: {
    __typename: 'Attention',
    total: items.filter(({ mutedUntil }) => mutedUntil === null).length,
    figures: figuresOf({}),
    items,
    apps: [],
    closedToday: [],
    ...over,
  },
})

export const offering = (...features: string[]): Answers => ({
  Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '2', features } }),
})

const known = { phase: 'known', view: signedInView } as const

/** Chooses from an open menu, by keys. */
export async function choose(text: string | RegExp) {
  await screen.findByText(text)
  // Looked up each time: what loads meanwhile may draw the menu again.
  const isHighlighted = () =>
    screen.getByText(text).closest('[data-part=item]')!.hasAttribute('data-highlighted')
  // The keyboard waits until the menu has the focus.
  await vi.waitFor(async () => {
    if (!isHighlighted()) await userEvent.keyboard('{ArrowDown}')
    expect(isHighlighted()).toBe(true)
  }, 10_000)
  await userEvent.keyboard('{Enter}')
}
/** The Attention screen, or the given routes, on a fake gateway. */
export function openAttention(
  answers: Answers,
  at = '/dashboard/attention',
  routes: RouteObject[] = defaultRoutes,
) {
  const gateway = createFakeGateway(
    { ...offering('attention'), AttentionApps: () => ({ apps: [] }), ...answers },
    joinCaches([attentionCache, accountCache]),
  )
  const session = { ...createSession(), get: () => known }
  const view = renderRoutes(routes, { at, client: gateway.client, session })
  return {
    ...gateway,
    ...view,
    /** Sends a live event of an item. */
    change: (event: 'save' | 'update' | 'remove', item: Item) =>
      gateway.send('AttentionChanged', { attention: { __typename: 'AttentionEvent', event, item } }),
  }
}

const defaultRoutes: RouteObject[] = [
  { path: '/dashboard/attention', Component: AttentionPage },
  { path: '*', element: <p>elsewhere</p> },
]
