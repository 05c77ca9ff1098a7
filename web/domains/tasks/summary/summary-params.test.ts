import { expect, it } from 'vitest'
import { formatSummaryParams, parseSummaryParams } from './summary-params.ts'

const parse = (text: string) => parseSummaryParams(new URLSearchParams(text))

it.each([
  ['', { dateRange: 0, tab: 'running', search: '' }],
  ['?dateRange=7', { dateRange: 7, tab: 'running', search: '' }],
  ['?dateRange=10&tab=failed', { dateRange: 10, tab: 'failed', search: '' }],
  ['?tab=queued', { dateRange: 0, tab: 'queued', search: '' }],
  ['?tab=failed&search=card%20us', { dateRange: 0, tab: 'failed', search: 'card us' }],
] as const)('the address "%s" is read and written', (text, query) => {
  expect(parse(text)).toEqual(query)
  expect(formatSummaryParams(query)).toBe(text)
})

it.each(['dateRange=2', 'dateRange=', 'dateRange=1.0', 'tab=ended', 'tab=Failed', 'dateRange=0&tab=running'])(
  '%s is the default',
  (text) => {
    expect(formatSummaryParams(parse(text))).toBe('')
  },
)
