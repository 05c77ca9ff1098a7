import { shortHost } from '#shared/lib/host-text.ts'
import { DEFAULT_ALIAS } from '../tasks/constants.ts'
import { workerOfType } from '../tasks/rules.ts'
import type { AttentionPart } from './contract.ts'
import { codePart, countText, namesText, textPart } from './parts.ts'

/** Where something was seen, and where it was not although tasks of the type ended well there. */
export interface SeenPlaces {
  type: string
  aliases: readonly string[]
  versions: readonly string[]
  hosts: readonly string[]
  notVersions: readonly string[]
  notHosts: readonly string[]
}

/** Hosts that are named; more are counted. */
const NAMED_HOSTS = 2

/**
 * `worker payments 2.14.1 @ 2 hosts, not on 2.14.0`; nothing without a version and a host. Where no version tells the cases
 * apart, the hosts on which it was not seen do. The usual alias is not named.
 */
export function placeParts({
  type,
  aliases,
  versions,
  hosts,
  notVersions,
  notHosts,
}: SeenPlaces): AttentionPart[] {
  if (versions.length + hosts.length === 0) return []
  const isUsual = aliases.every((alias) => alias === DEFAULT_ALIAS)
  const on = isUsual ? '' : ` on ${namesText(aliases)}`
  const not = notVersions.length > 0 ? notVersions : notHosts.map(shortHost)
  return [
    textPart('worker '),
    codePart([workerOfType(type), namesText(versions)].filter(Boolean).join(' ')),
    textPart(`${at(hosts, notVersions.length === 0 && notHosts.length > 0)}${on}`),
    textPart(not.length === 0 ? '' : `, not on ${namesText(not)}`),
  ]
}

/** One host by its name; of several the names where others are named beside them. */
function at(hosts: readonly string[], named: boolean): string {
  if (hosts.length === 0) return ''
  return hosts.length === 1 || (named && hosts.length <= NAMED_HOSTS)
    ? ` @ ${hosts.map(shortHost).join(', ')}`
    : ` @ ${countText(hosts.length, 'host')}`
}
