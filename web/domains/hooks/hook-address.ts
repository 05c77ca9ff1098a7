import { shellQuoted } from '#web/lib/copy/copy-subject.ts'

/** The address that a sender calls. */
export const hookAddress = (id: string): string =>
  `${window.location.origin}/api/hooks/${encodeURIComponent(id)}`

/** A command that starts a run. `body`: JSON, in any number of lines. */
export const hookCommand = (id: string, secret: string, body: string): string =>
  [
    `curl --request POST ${shellQuoted(hookAddress(id))}`,
    `  --header ${shellQuoted(`Authorization: Bearer ${secret}`)}`,
    `  --header 'Content-Type: application/json'`,
    `  --header "Idempotency-Key: $(date +%s)"`,
    `  --data ${shellQuoted(oneLine(body))}`,
  ].join(' \\\n')

/** A JSON text without line breaks; any other text as an empty object. */
function oneLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    // The example is only tried by the user: a body that is not JSON would make a command that is refused.
    return '{}'
  }
}
