import { Box, chakra } from '@chakra-ui/react'
import { referenceMessages as texts } from '#shared/domains/reference/messages.ts'
import type { CallField } from './schema-fields.ts'

interface FieldTableProps {
  title: string
  fields: CallField[]
  type?: string
  /** The platform answers them: what a value may be at most asks nothing of the reader. */
  answered?: boolean
}

/** The fields of one part of a call: name and type, whether it is required, what it means, what is asked of the value. */
export function FieldTable({ title, fields, type, answered = false }: FieldTableProps) {
  return (
    <Box minW="0">
      <chakra.h3 textStyle="xs" color="ink.2" fontWeight="semibold" mb="1">
        {title}
        {type !== undefined && <chakra.span color="ink.3" fontWeight="normal">{` · ${type}`}</chakra.span>}
      </chakra.h3>
      {fields.length > 0 && (
        <chakra.dl
          display="grid"
          gridTemplateColumns={{ base: '1fr', md: 'minmax(120px, max-content) 1fr' }}
          columnGap="4"
          borderWidth="1px"
          borderColor="line.soft"
          borderRadius="md"
          px="3"
          py="1"
        >
          {fields.map(({ name, type: kind, required, meaning, note }) => (
            <chakra.div
              key={name}
              display="grid"
              gridTemplateColumns="subgrid"
              gridColumn="1 / -1"
              py="1"
              css={{ '&:not(:last-child)': { borderBottomWidth: '1px', borderColor: 'line.soft' } }}
            >
              <chakra.dt textStyle="mono" overflowWrap="anywhere">
                {name}
              </chakra.dt>
              <chakra.dd m="0" textStyle="xs" color="ink.2" lineHeight="20px" overflowWrap="anywhere">
                <chakra.span textStyle="mono">{kind}</chakra.span>
                {required && !answered && (
                  <chakra.span color="ink" fontWeight="medium">{` ${texts.required}`}</chakra.span>
                )}
                {!required && ` ${answered ? texts.absent : texts.optional}`}
                {note !== '' && !answered && ` · ${note}`}
                {meaning !== '' && <Meaning text={meaning} />}
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      )}
    </Box>
  )
}

/** A meaning on a line of its own; what it has between backticks are names. */
const Meaning = ({ text }: { text: string }) => (
  <chakra.span display="block" color="ink">
    {text.split('`').map((part, place) =>
      place % 2 === 1 ? (
        <chakra.code key={part} textStyle="mono">
          {part}
        </chakra.code>
      ) : (
        part
      ),
    )}
  </chakra.span>
)
