import { Box, Button, Flex, NativeSelect } from '@chakra-ui/react'
import { ChevronDown, ChevronLeft, ChevronRight, SearchX } from 'lucide-react'
import { keepPageSize } from '#web/lib/settings/page-size.ts'
import { EmptyState } from '../feedback/placeholders.tsx'

/**
 * Page numbers to show: the first, the last, the current one and its neighbours; null for a gap.
 * `pageNumbers(1, 442)` -> `[1, 2, 3, null, 442]`.
 */
export function pageNumbers(page: number, count: number): (number | null)[] {
  const from = Math.max(1, Math.min(page - 1, count - 2))
  const around = [from, from + 1, from + 2].filter((each) => each <= count)
  const wanted = [...new Set([1, ...around, count])].filter((each) => each >= 1)
  return wanted.flatMap((each, index) => {
    const gap = index === 0 ? 0 : each - (wanted[index - 1] ?? each)
    if (gap === 2) return [each - 1, each]
    return gap > 2 ? [null, each] : [each]
  })
}

const sizes = [10, 25, 50, 100]
const count = new Intl.NumberFormat('en')

/** For a finger on a phone, where the other pages are reached one by one. */
const target = { px: '1', minW: { base: '10', sm: '7' }, minH: { base: '10', sm: '7' } } as const

function PerPage({ value, onChange }: { value: number; onChange(perPage: number): void }) {
  const offered = sizes.includes(value) ? sizes : [...sizes, value].sort((a, b) => a - b)
  return (
    <NativeSelect.Root size="sm" variant="plain">
      <NativeSelect.Field
        textStyle="xs"
        aria-label="Rows per page"
        value={value}
        onChange={({ target }) => {
          keepPageSize(Number(target.value))
          onChange(Number(target.value))
        }}
      >
        {offered.map((size) => (
          <option key={size} value={size}>{`${size} per page`}</option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <ChevronDown />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  )
}

/**
 * Shows the range of rows and their total, with buttons for the other pages. A new page size starts at page
 * 1.
 */
export function Pagination({
  page,
  perPage,
  total,
  more = false,
  what,
  unit = '',
  onChange,
}: {
  page: number
  perPage: number
  total: number
  /** There are more rows than `total`, which are not counted. */
  more?: boolean
  /** What the rows are, where a page has several lists. */
  what?: string
  /** What is counted, where a row stands for several. */
  unit?: string
  onChange(next: { page: number; perPage: number }): void
}) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const first = total === 0 ? 0 : Math.min(total, (page - 1) * perPage + 1)
  const last = Math.min(total, page * perPage)
  const go = (next: number) => onChange({ page: next, perPage })
  return (
    <Flex
      as="nav"
      aria-label={what === undefined ? 'Pagination' : `Pagination of ${what}`}
      align="center"
      justify="space-between"
      gap="2"
      wrap="wrap"
      textStyle="xs"
    >
      <Box color="ink.2">
        {`${count.format(first)}-${count.format(last)} of ${count.format(total)}${more ? '+' : ''}${unit}`}
      </Box>
      <Flex align="center" gap="1" wrap="wrap" fontVariantNumeric="tabular-nums">
        <PerPage value={perPage} onChange={(size) => onChange({ page: 1, perPage: size })} />
        <Button
          size="sm"
          variant="ghost"
          textStyle="xs"
          {...target}
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => go(page - 1)}
        >
          <ChevronLeft />
        </Button>
        {pageNumbers(Math.min(page, pages), pages).map((number, index) =>
          number === null ? (
            <Box as="span" key={`gap ${index}`} aria-hidden color="ink.3" px="1" hideBelow="sm">
              …
            </Box>
          ) : (
            <Button
              key={number}
              size="sm"
              variant="ghost"
              textStyle="xs"
              {...target}
              hideBelow={number === page ? undefined : 'sm'}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              fontWeight={number === page ? 'semibold' : 'normal'}
              color={number === page ? 'ink' : undefined}
              onClick={() => go(number)}
            >
              {count.format(number)}
            </Button>
          ),
        )}
        <Box as="span" hideFrom="sm" color="ink.3" pe="1">
          {`of ${count.format(pages)}`}
        </Box>
        <Button
          size="sm"
          variant="ghost"
          textStyle="xs"
          {...target}
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => go(page + 1)}
        >
          <ChevronRight />
        </Button>
      </Flex>
    </Flex>
  )
}

/** Shown for a page after the last one, which an old address may contain. */
export function PageOutOfRange({ onFirstPage }: { onFirstPage(): void }) {
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title="This page is past the end of the list"
      action={<Button onClick={onFirstPage}>Go to the first page</Button>}
    />
  )
}
