import { BEARER, globOption, shellQuoted as quoted } from '#web/lib/copy/copy-subject.ts'
import type { PlatformCall, JsonSchema } from './openapi.ts'
import { exampleOf } from './schema-fields.ts'

/** Options of curl for each way to sign in; what the caller has is in variables of the shell. */
const access: Record<string, string> = {
  bearer: BEARER,
  account: `--header "account-id: $ACCOUNT"`,
  app: `--user "$KEY:$SECRET"`,
  worker: `--header "Authorization: Bearer $WORKER_TOKEN"`,
  signature: `--aws-sigv4 "aws:amz:us-east-1:sqs" --user "$ACCESS_KEY:$SECRET_KEY"`,
}

/** A command that makes the call: its parameters as `{name}`, the required ones of the query, and an example of its body. */
export function curlOf(call: PlatformCall, origin: string, schemas: Record<string, JsonSchema>): string {
  const query = call.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name }) => `${name}={${name}}`)
  const address = quoted(origin + call.path + (query.length > 0 ? `?${query.join('&')}` : ''))
  const options = (call.access[0] ?? []).flatMap((scheme) => access[scheme] ?? [])
  const body = call.body && `--json ${quoted(JSON.stringify(exampleOf(call.body, schemas), null, 2))}`
  const method = call.method === 'GET' || (body && call.method === 'POST') ? [] : [`--request ${call.method}`]
  const parts = [
    ['curl', ...globOption(address), ...method].join(' '),
    ...options,
    ...(body ? [body] : []),
    address,
  ]
  return parts.join(' \\\n  ')
}
