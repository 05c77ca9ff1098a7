import { keyRow, type KeyRow } from '#shared/domains/keys/contract.ts'
import type { LastUse } from '#shared/domains/usage/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { LastUseRef } from '#server/gateway/graphql/last-use.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { listKeys, revokeKey, rotateKey, type MadeKey } from './upstream.ts'

const read = readers(keyRow)
const replacedAt = readers(keyRow.shape.replacedBy.unwrap()).momentOrNull('at')

const KeyRef = builder.objectRef<Wire<KeyRow>>('Key').implement({
  description: 'A credential of a program or of workers, without its secret.',
  fields: (t) => ({
    ...contractFields(
      t,
      keyRow.omit({ app: true, worker: true, plan: true, lastUsed: true, replacedBy: true }),
    ),
    appId: t.id({ nullable: true, resolve: read.referenceId('app') }),
    appName: t.string({ nullable: true, resolve: read.referenceName('app') }),
    workerId: t.id({ nullable: true, resolve: read.referenceId('worker') }),
    workerName: t.string({ nullable: true, resolve: read.referenceName('worker') }),
    planId: t.id({ nullable: true, resolve: read.referenceId('plan') }),
    planName: t.string({ nullable: true, resolve: read.referenceName('plan') }),
    replacedById: t.id({ nullable: true, resolve: read.referenceId('replacedBy') }),
    replacedByName: t.string({ nullable: true, resolve: read.referenceName('replacedBy') }),
    replacedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ replacedBy }) => (isWire(replacedBy) ? replacedAt(replacedBy) : null),
    }),
    lastUsed: t.field({
      type: LastUseRef,
      nullable: true,
      resolve: ({ lastUsed }) => (isWire(lastUsed) ? (lastUsed as Wire<LastUse>) : null),
    }),
  }),
})

const KeyPage = pageType('KeyPage', KeyRef)

const NewKeyRef = builder.objectRef<MadeKey>('NewKey').implement({
  description: 'A key that was made now.',
  fields: (t) => ({
    // No `id`: caches keep entities by their id, and nothing keeps a secret.
    keyId: t.exposeID('id'),
    name: t.exposeString('name', { description: 'The public part: what names the key where it is used.' }),
    secret: t.exposeString('secret', { description: 'Nothing answers it again.' }),
  }),
})

const keyArgs = builder.args((t) => ({
  kind: t.string({ required: true, description: '`token`, `privateKey`, `accessKey`, `hookSecret`' }),
  id: t.id({ required: true }),
  owner: t.id({
    required: true,
    description: 'The app of a token, the plan of a start address, the worker of the other kinds.',
  }),
  alias: t.string({ description: 'Of the keys of an alias.' }),
}))

builder.queryField('keys', (t) =>
  t.field({
    description: 'All tokens and keys of the account, those first that end first. With the feature `keys`.',
    type: KeyPage,
    args: {
      ...pageArgs(),
      kind: t.arg.stringList(),
      state: t.arg.string({ description: '`ending`, `old`, `replaced`, `unused`' }),
      search: t.arg.string(),
      appId: t.arg.id(),
      workerId: t.arg.id(),
      alias: t.arg.string(),
    },
    resolve: (_root, query, { call }) => listKeys(call, query),
  }),
)

builder.mutationFields((t) => ({
  rotateKey: t.field({
    description:
      'Makes a key in the place of another one, which stays valid until it is revoked or `oldEnds` has come; the secret of a start address for 24 hours.',
    type: NewKeyRef,
    args: {
      ...keyArgs,
      name: t.arg.string({ description: 'Of a new private key.' }),
      oldEnds: t.arg({ type: 'DateTime' }),
    },
    resolve: (_root, { name, oldEnds, alias, ...address }, { call }) =>
      rotateKey(
        call,
        { ...address, alias: alias ?? '' },
        { name: name ?? '', oldEnds: oldEnds ?? undefined },
      ),
  }),
  revokeKey: t.id({
    description: 'Deletes a key: it is refused from then on. A start address is deleted with its secret.',
    args: keyArgs,
    resolve: async (_root, { alias, ...address }, { call }) => {
      await revokeKey(call, { ...address, alias: alias ?? '' })
      return address.id
    },
  }),
}))
