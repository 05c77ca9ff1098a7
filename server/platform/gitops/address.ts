import { createHash } from 'node:crypto'

/** `FLUX_GIT_URL` and what belongs to it. */
export interface GitSettings {
  /** `https`, `ssh` or `file`. */
  url: string
  /** Absent: the branch that the repository names as its own. */
  branch?: string | undefined
  /** `https`: the password or token, unless it is in the address. */
  token?: string | undefined
  /** `ssh`: files with the private key and with the keys of hosts. */
  sshKey?: string | undefined
  knownHosts?: string | undefined
  /** Files and proxies of the environment that the program may use: `HTTPS_PROXY`, `NO_PROXY`, `GIT_SSL_CAINFO`, ... */
  network?: Readonly<Record<string, string | undefined>> | undefined
}

export interface GitAddress {
  /** Without credentials: as it may be shown and passed to a program. */
  url: string
  protocol: 'https' | 'ssh' | 'file'
  /** Identifies repository and branch. */
  repository: string
  /** A header that only this server gets; null: none. */
  authorization: string | null
  /** Texts that must never be shown. */
  secrets: string[]
}

/** Separates an address from its credentials. The schema of the configuration has checked its protocol. */
export function gitAddressOf({ url, branch, token }: GitSettings): GitAddress {
  const parsed = new URL(url)
  const protocol = parsed.protocol.slice(0, -1) as GitAddress['protocol']
  const [user, password] = [parsed.username, parsed.password].map(decodeURIComponent)
  const secret = token ?? password
  parsed.password = ''
  // The user of an ssh address is no secret: servers have one for all, usually `git`.
  if (protocol !== 'ssh') parsed.username = ''
  const isSigned = protocol === 'https' && Boolean(secret || user)
  const basic = Buffer.from(`${user || 'git'}:${secret ?? ''}`).toString('base64')
  return {
    url: parsed.href,
    protocol,
    repository: createHash('sha256')
      .update(`${parsed.href}\n${branch ?? ''}`)
      .digest('hex')
      .slice(0, 32),
    authorization: isSigned ? `Authorization: Basic ${basic}` : null,
    // A token may also stand in the place of the user.
    secrets: [
      secret,
      token,
      password,
      protocol === 'https' ? user : undefined,
      isSigned ? basic : undefined,
    ].filter((text): text is string => text !== undefined && text.length >= 4 && text !== 'git'),
  }
}

/** What is set for every call: nothing of the host or of its user is read, nothing is asked, and no hook is executed. */
const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['credential.helper', ''],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '100'],
  ['http.lowSpeedTime', '20'],
  ['gc.autoDetach', 'false'],
  ['maintenance.autoDetach', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.gpgSign', 'false'],
  ['advice.pushUpdateRejected', 'false'],
]

/**
 * The whole environment of the program: `home` is a folder of the console, so that no file of the user is read. The
 * credentials are in the environment only, which no other user of the machine can read, unlike arguments.
 */
export function gitEnvironment(
  address: GitAddress,
  { sshKey, knownHosts, network = {} }: GitSettings,
  { home, path }: { home: string; path: string | undefined },
): Record<string, string> {
  const { protocol, url, authorization } = address
  const config = authorization
    ? [...settings, [`http.${new URL(url).origin}/.extraHeader`, authorization] as const]
    : settings
  const numbered = config.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  const given = Object.entries(network).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return {
    ...Object.fromEntries(given),
    ...(path === undefined ? {} : { PATH: path }),
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: String(config.length),
    ...(Object.fromEntries(numbered) as Record<string, string>),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_SSH_COMMAND: sshCommand({ sshKey, knownHosts, home }),
  }
}

/** Without a file of known hosts the key of a host is kept when it is first seen; a changed one is always refused. */
function sshCommand({
  sshKey,
  knownHosts,
  home,
}: {
  sshKey: string | undefined
  knownHosts: string | undefined
  home: string
}): string {
  const options = [
    'BatchMode=yes',
    'ConnectTimeout=10',
    'ServerAliveInterval=10',
    'ServerAliveCountMax=2',
    'ForwardAgent=no',
    'ClearAllForwardings=yes',
    'PermitLocalCommand=no',
    'UpdateHostKeys=no',
    `StrictHostKeyChecking=${knownHosts ? 'yes' : 'accept-new'}`,
    `UserKnownHostsFile=${knownHosts ?? `${home}/known_hosts`}`,
    'GlobalKnownHostsFile=/dev/null',
    ...(sshKey ? ['IdentitiesOnly=yes', 'IdentityAgent=none'] : []),
  ]
  const words = ['ssh', '-F', '/dev/null', ...options.flatMap((option) => ['-o', option])]
  return [...words, ...(sshKey ? ['-i', sshKey] : [])].map(quoted).join(' ')
}

/** A word of a shell's command. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
