import type { KeyRow } from '#shared/domains/keys/contract.ts'
import type { KeyKind } from '#shared/domains/keys/kinds.ts'
import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { faultOf } from '#server/lib/faults.ts'

export interface KeyQuery extends PageArgs {
  kind?: readonly string[] | null | undefined
  state?: string | null | undefined
  search?: string | null | undefined
  appId?: string | null | undefined
  workerId?: string | null | undefined
  alias?: string | null | undefined
}

/** A page of the tokens and keys of the account. */
export async function listKeys(
  call: Call,
  { kind, state, search, appId, workerId, alias, ...page }: KeyQuery,
) {
  const query = {
    ...pageQuery(page),
    kind: kind?.join(',') || undefined,
    state: state ?? undefined,
    search: search?.trim() || undefined,
    appId: appId ?? undefined,
    workerId: workerId ?? undefined,
    alias: alias ?? undefined,
  }
  return pageOf<KeyRow>(await call({ method: 'GET', path: 'keys', query }))
}

/** A key by its address. */
export interface KeyAddress {
  kind: string
  id: string
  /** The app of a token, the plan of a start address, the worker of the other kinds. */
  owner: string
  alias: string
}

export interface Rotation {
  /** Of a new private key. */
  name: string
  /** When the old key ends; undefined: when it is deleted. */
  oldEnds: string | undefined
}

/** A new key with its secret, which nothing answers again. */
export interface MadeKey {
  id: string
  name: string
  secret: string
}

type Answer = Wire<Record<string, unknown>>

interface KeyCalls {
  /** Makes a key in the place of another one. */
  rotate(call: Call, address: KeyAddress, rotation: Rotation): Promise<unknown>
  made(answer: Answer): MadeKey
  path(address: KeyAddress): string
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const calls: Record<KeyKind, KeyCalls> = {
  token: {
    rotate: (call, { id, owner }, { oldEnds }) =>
      call({ method: 'POST', path: apiPath`apps/${owner}/token`, body: { replaces: id, oldEnds } }),
    made: ({ _id, key, secret }) => ({ id: text(_id), name: text(key), secret: text(secret) }),
    path: ({ id, owner }) => apiPath`apps/${owner}/token/${id}`,
  },
  privateKey: {
    rotate: (call, { id, owner, alias }, { name, oldEnds }) =>
      call({
        method: 'PUT',
        path: apiPath`workers/${owner}/aliases/${alias}/jwt`,
        body: { name, replaces: id, oldEnds },
      }),
    made: ({ _id, privateKey }) => ({ id: text(_id), name: text(_id), secret: text(privateKey) }),
    path: ({ id, owner, alias }) => apiPath`workers/${owner}/aliases/${alias}/jwt/${id}`,
  },
  accessKey: {
    rotate: (call, { owner, alias }, { oldEnds }) =>
      call({ method: 'POST', path: apiPath`workers/${owner}/aliases/${alias}/accessKey`, body: { oldEnds } }),
    made: ({ _id, accessKeyId, secretAccessKey }) => ({
      id: text(_id),
      name: text(accessKeyId),
      secret: text(secretAccessKey),
    }),
    path: ({ id, owner, alias }) => apiPath`workers/${owner}/aliases/${alias}/accessKey/${id}`,
  },
  // Its calls decide how long the old one stays valid, and without a secret there is no start address.
  hookSecret: {
    rotate: async (call, { id }) => ({
      ...entityOf(await call({ method: 'POST', path: apiPath`hooks/${id}/secret` })),
      _id: id,
    }),
    made: ({ _id, secret }) => ({ id: text(_id), name: text(_id), secret: text(secret) }),
    path: ({ id }) => apiPath`hooks/${id}`,
  },
}

/** Throws BAD_REQUEST for a kind that is not known. */
function callsOf(kind: string): KeyCalls {
  if (!Object.hasOwn(calls, kind)) throw faultOf('kind', `must be one of ${Object.keys(calls).join(', ')}`)
  return calls[kind as KeyKind]
}

/** Makes a new key; the old one stays valid until it is deleted or `oldEnds` has come. */
export async function rotateKey(call: Call, address: KeyAddress, rotation: Rotation): Promise<MadeKey> {
  const { rotate, made } = callsOf(address.kind)
  return made(entityOf<Record<string, unknown>>(await rotate(call, address, rotation)))
}

export async function revokeKey(call: Call, address: KeyAddress): Promise<void> {
  await call({ method: 'DELETE', path: callsOf(address.kind).path(address) })
}
