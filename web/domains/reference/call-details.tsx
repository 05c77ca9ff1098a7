import { chakra, Flex, Grid, Stack } from '@chakra-ui/react'
import { referenceMessages as texts } from '#shared/domains/reference/messages.ts'
import { paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { curlOf } from './curl.ts'
import { FieldTable } from './field-table.tsx'
import type { PlatformCall, JsonSchema, Parameter } from './openapi.ts'
import { type CallField, exampleOf, rowOfField, fieldsOf, typeText } from './schema-fields.ts'

const accessNames: Record<string, string> = texts.access

const accessText = ({ access }: PlatformCall) =>
  access.length === 0
    ? texts.access.none
    : access.map((schemes) => schemes.map((name) => accessNames[name] ?? name).join(' and ')).join(', or ')

function parameterField({ name, in: place, required = false, schema = {} }: Parameter): CallField {
  const field = rowOfField(name, schema, required)
  return { ...field, note: [place, field.note].filter((part) => part !== '').join(', ') }
}

/** A command or an example in a block of its own, with a button that copies it. */
function Code({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <chakra.figure m="0" bg="bg" borderWidth="1px" borderColor="line.soft" borderRadius="md">
      <Flex
        as="figcaption"
        align="center"
        justify="space-between"
        gap="2"
        ps="3"
        pe="1"
        minH={{ base: '10', sm: '8' }}
        textStyle="xs"
        fontWeight="semibold"
        color="ink.2"
        borderBottomWidth="1px"
        borderColor="line.soft"
      >
        {title}
        <CopyButton label={label} text={() => text} />
      </Flex>
      <chakra.pre
        textStyle="mono"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        px="3"
        py="2"
        maxH="360px"
        overflowY="auto"
        tabIndex={0}
        aria-label={title}
      >
        {text}
      </chakra.pre>
    </chakra.figure>
  )
}

/** One call in full: how to sign in, its parameters, body and answers; beside them a command and an example of the answer. */
export function CallDetails({ call, schemas }: { call: PlatformCall; schemas: Record<string, JsonSchema> }) {
  const name = `${call.method} ${call.path}`
  const shown = call.answers.find(({ schema }) => schema)
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      columnGap="5"
      rowGap="3"
      alignItems="start"
      px="3.5"
      pb="3.5"
      pt="1"
    >
      <Stack gap="3" order={{ base: 2, xl: 1 }} minW="0">
        {call.parameters.length > 0 && (
          <FieldTable title={texts.parameters} fields={call.parameters.map(parameterField)} />
        )}
        {call.body && <SchemaFields title={texts.body} schema={call.body} schemas={schemas} />}
        {call.answers.map(({ status, schema }) =>
          schema ? (
            <SchemaFields
              key={status}
              answered
              title={texts.answer(status)}
              schema={schema}
              schemas={schemas}
            />
          ) : (
            <FieldTable key={status} title={texts.answer(status)} type={texts.noBody} fields={[]} />
          ),
        )}
      </Stack>
      <Stack gap="3" order={{ base: 1, xl: 2 }} minW="0">
        <Flex align="center" justify="space-between" gap="2" textStyle="xs" color="ink.2">
          <span>{texts.signIn(accessText(call))}</span>
          <CopyButton
            label={texts.copyLink(name)}
            caption={texts.link}
            text={() => `${window.location.origin}${paths.reference()}#${call.id}`}
          />
        </Flex>
        <Code
          title={texts.request}
          text={curlOf(call, window.location.origin, schemas)}
          label={texts.copyCurl(name)}
        />
        {shown?.schema && (
          <Code
            title={texts.example(shown.status)}
            text={JSON.stringify(exampleOf(shown.schema, schemas), null, 2)}
            label={texts.copyExample(name)}
          />
        )}
      </Stack>
    </Grid>
  )
}

function SchemaFields({
  title,
  schema,
  schemas,
  answered,
}: {
  title: string
  answered?: boolean
  schema: JsonSchema
  schemas: Record<string, JsonSchema>
}) {
  const fields = fieldsOf(schema, schemas)
  const type = typeText(schema)
  const isOpen = fields.length === 0 && type === 'object'
  return (
    <FieldTable title={title} answered={answered} type={isOpen ? texts.anyObject : type} fields={fields} />
  )
}
