import { Box } from '@chakra-ui/react'
import { Fragment } from 'react'
import { type KeyInput, scalarsOf } from '#shared/domains/workqueues/key-inputs.ts'

/**
 * The scalar inputs of one run in one line, which is cut between two of them; all are its tooltip. Of two runs side by side,
 * those that `other` does not have come first and stand out.
 */
export function InputLine({ state, other }: { state: unknown; other?: unknown }) {
  const inputs = scalarsOf(state)
  if (inputs.length === 0) return null
  const textOf = ({ key, value }: KeyInput) => `${key}=${value}`
  const common = new Set(scalarsOf(other).map(textOf))
  const differs = (input: KeyInput) => other !== undefined && !common.has(textOf(input))
  const shown = [...inputs.filter(differs), ...inputs.filter((input) => !differs(input))]
  return (
    <Box
      as="span"
      display="block"
      truncate
      textStyle="mono"
      color="ink.3"
      title={shown.map(textOf).join(' ')}
      data-inputs
    >
      {shown.map((input) => (
        <Fragment key={input.key}>
          <Box as="span" css={oneInput} data-differs={differs(input) || undefined}>
            {input.key}=<span>{input.value}</span>
          </Box>{' '}
        </Fragment>
      ))}
    </Box>
  )
}

/** One long value must not push the others out of the line. */
const oneInput = {
  display: 'inline-block',
  maxWidth: '32ch',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'bottom',
  '& > span': { color: 'ink.2' },
  '&[data-differs]': { color: 'ink.2', '& > span': { color: 'ink', fontWeight: 'semibold' } },
} as const
