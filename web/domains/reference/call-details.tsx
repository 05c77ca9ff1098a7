import { Box, chakra, Flex, Stack } from '@chakra-ui/react'
import { referenceMessages as texts } from '#shared/domains/reference/messages.ts'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { curlOf } from './curl.ts'
import { FieldTable } from './field-table.tsx'
import type { PlatformCall, JsonSchema, Parameter } from './openapi.ts'
import { type CallField, fieldsOf, noteText, typeText } from './schema-fields.ts'

const accessNames: Record<string, string> = texts.access

const accessText = ({ access }: PlatformCall) =>
  access.length === 0
    ? texts.access.none
    : access.map((schemes) => schemes.map((name) => accessNames[name] ?? name).join(' and ')).join(', or ')

function parameterField({ name, in: place, required = false, schema = {} }: Parameter): CallField {
  const note = [place, noteText(schema)].filter((part) => part !== '').join(', ')
  return { name, type: typeText(schema), required, note }
}

/** A command in a block of its own, with a button that copies it. */
function Command({ text, label }: { text: string; label: string }) {
  return (
    <Flex
      bg="bg"
      borderWidth="1px"
      borderColor="line.soft"
      borderRadius="md"
      p="2"
      ps="3"
      gap="2"
      align="start"
    >
      <chakra.pre textStyle="mono" flex="1" minW="0" whiteSpace="pre-wrap" overflowWrap="anywhere" py="0.5">
        {text}
      </chakra.pre>
      <CopyButton label={label} text={() => text} />
    </Flex>
  )
}

/** One call in full: how to sign in, a command, its parameters, its body and its answers. */
export function CallDetails({ call, schemas }: { call: PlatformCall; schemas: Record<string, JsonSchema> }) {
  const name = `${call.method} ${call.path}`
  return (
    <Stack gap="3" px="3.5" pb="3.5" pt="1">
      <Box textStyle="xs" color="ink.2">
        {accessText(call)}
      </Box>
      <Command text={curlOf(call, window.location.origin, schemas)} label={texts.copyCurl(name)} />
      {call.parameters.length > 0 && (
        <FieldTable title={texts.parameters} fields={call.parameters.map(parameterField)} />
      )}
      {call.body && <SchemaFields title={texts.body} schema={call.body} schemas={schemas} />}
      {call.answers.map(({ status, schema }) =>
        schema ? (
          <SchemaFields key={status} title={texts.answer(status)} schema={schema} schemas={schemas} />
        ) : (
          <FieldTable key={status} title={texts.answer(status)} type={texts.noBody} fields={[]} />
        ),
      )}
    </Stack>
  )
}

function SchemaFields({
  title,
  schema,
  schemas,
}: {
  title: string
  schema: JsonSchema
  schemas: Record<string, JsonSchema>
}) {
  const fields = fieldsOf(schema, schemas)
  const type = typeText(schema)
  const isOpen = fields.length === 0 && type === 'object'
  return <FieldTable title={title} type={isOpen ? texts.anyObject : type} fields={fields} />
}
