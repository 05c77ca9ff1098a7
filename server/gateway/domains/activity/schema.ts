import type { Feature } from '#shared/lib/features.ts'
import { auditAbout, auditEntry, type AuditAbout, type AuditEntry } from '#shared/domains/account/contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'
import { listAudit } from './upstream.ts'

const AuditAboutRef = builder.objectRef<Wire<AuditAbout>>('AuditAbout').implement({
  description: 'The entity of an audit record as it is now, with what its page needs.',
  fields: (t) => contractFields(t, auditAbout),
})

const AuditEntryRef = builder.objectRef<Wire<AuditEntry>>('AuditEntry').implement({
  fields: (t) => ({
    ...contractFields(t, auditEntry.omit({ about: true })),
    about: t.field({
      type: AuditAboutRef,
      nullable: true,
      resolve: ({ about }) => (isWire(about) ? about : null),
    }),
  }),
})

const AuditPage = pageType('AuditPage', AuditEntryRef)

const isExcluded = (name: string) => name.startsWith('-')

builder.queryField('audit', (t) =>
  t.field({
    description: 'Who did what to which entity, newest first; on a platform with the feature `audit`.',
    type: AuditPage,
    args: {
      ...pageArgs(),
      actor: t.arg.string(),
      action: t.arg.stringList({
        description:
          'Names such as `plan.update`, or kinds: `plan`; after a `-` those that are left out, on a platform with the ' +
          'feature `auditExcludes`.',
      }),
      entity: t.arg.stringList({ description: 'Ids.' }),
      within: t.arg.id({
        description: 'An entity and what it contains: the tasks of a run, the people of an app.',
      }),
      part: t.arg.string({ description: 'A part of the entity: an alias, a token, a variable.' }),
      refused: t.arg.boolean({ description: 'Only what was refused.' }),
      from: t.arg({ type: 'DateTime' }),
      to: t.arg({ type: 'DateTime' }),
      fold: t.arg.boolean({
        description:
          'Records in a row that say the same of one actor are one row, with the number of the others and their oldest time; ' +
          'on a platform with the feature `auditFolds`.',
      }),
    },
    resolve: async (_root, query, { call, capabilities }) => {
      const has = async (feature: Feature) => (await capabilities())?.features.includes(feature) ?? false
      const fold = query.fold === true && (await has('auditFolds'))
      const excludes = query.action?.some(isExcluded) === true && (await has('auditExcludes'))
      const action = excludes ? query.action : query.action?.filter((name) => !isExcluded(name))
      return listAudit(call, { ...query, action, fold })
    },
  }),
)
