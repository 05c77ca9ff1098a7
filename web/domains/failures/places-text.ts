import { failureMessages as texts } from '#shared/domains/failures/messages.ts'

interface Places {
  versions: readonly string[]
  hosts: readonly string[]
  notVersions: readonly string[]
}

/** Where a failure was seen, and on which versions it was not: `2.14.1 @ 2 hosts, not on 2.14.0`; empty where that is not known. */
export function placesOf({ versions, hosts, notVersions }: Places): string {
  const on = [versions.join(', '), hosts.length > 0 && texts.onHosts(hosts)].filter(Boolean).join(' ')
  return [on, notVersions.length > 0 && texts.notOn(notVersions)].filter(Boolean).join(', ')
}
