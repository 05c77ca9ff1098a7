import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { OLD_SECRET_HOURS } from '#shared/domains/alerts/kinds.ts'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { WIDE } from '#web/lib/use-media.ts'
import { SecretDialog } from '#web/ui/dialog/secret-dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import type { RulePreset } from '../alert-params.ts'
import type { AlertScopes } from '../use-scopes.ts'
import type { Rule } from '../operations.ts'
import { DeleteRule } from './delete-rule.tsx'
import { EditorFoot } from './editor-foot.tsx'
import { EditorHead } from './editor-head.tsx'
import { RuleFields } from './rule-fields.tsx'
import { useRuleForm } from './use-rule-form.ts'
import { useSecrets } from './use-secrets.ts'

/** What takes Escape before the editor does. */
const LAYER = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog], [aria-expanded=true]'

/** The parts of the query by which an editor is opened. */
const editorParams = ['tab', 'rule']

export interface RuleEditorProps {
  /** Null: a new one. */
  rule: Rule | null
  preset: RulePreset
  scopes: AlertScopes
  onSaved(rule: Rule): void
  onRemoved(): void
  onClose(): void
  /** Reads the list of rules again. */
  reread(): void
}

/** The editor of a rule: when it sends as a sentence, where to, and what it would have sent. */
export function RuleEditor({ rule, preset, scopes, onSaved, onRemoved, onClose, reread }: RuleEditorProps) {
  const edit = useRuleForm(rule, preset)
  const { isDirty } = edit
  const secrets = useSecrets(reread)
  // Read at the navigation: an editor that has just saved may navigate at once.
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  })
  // A new rule moves to its own address once its secrets were seen, because the editor is mounted again there.
  const [made, setMade] = useState<Rule | null>(null)
  const leave = (saved: Rule) => {
    dirty.current = false
    onSaved(saved)
  }
  const save = async () => {
    if (edit.saving) return
    const known = new Set(rule?.to.map(({ id }) => id))
    const saved = await edit.save()
    if (!saved) return
    if (!rule) setMade(saved)
    await secrets.makeNew(saved, known)
    reread()
    const hasNew = saved.to.some(({ id, kind }) => kind === 'webhook' && !known.has(id))
    if (!rule && !hasNew) leave(saved)
  }
  useKeys({ Escape: onClose }, texts.keys)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as Element
    // Events of dialogs and menus bubble through React's tree.
    if (event.defaultPrevented || !event.currentTarget.contains(target) || target.closest(LAYER)) return
    if (event.key === 'Escape' && target.closest('input')) onClose()
  }
  const onSaveKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    if (!event.currentTarget.contains(event.target as Element)) return
    event.preventDefault()
    void save()
  }
  return (
    <chakra.section
      aria-label={rule?.name ?? texts.newRule}
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
      minW="0"
      // Beside the list it stays on the screen, with its buttons, also before the page is scrolled.
      css={{ [WIDE]: { order: 1, position: 'sticky', top: '60px', maxH: 'max(420px, 100dvh - 252px)' } }}
      display="flex"
      flexDirection="column"
      onKeyDown={onKeyDown}
      onKeyDownCapture={onSaveKey}
    >
      <EditorHead rule={rule} onClose={onClose} />
      <RuleFields edit={edit} rule={rule} scopes={scopes} secrets={secrets} />
      <EditorFoot
        edit={edit}
        remove={
          rule && (
            <DeleteRule
              rule={rule}
              onRemoved={() => {
                dirty.current = false
                onRemoved()
                reread()
              }}
            />
          )
        }
        canSave={rule === null || isDirty}
        onSave={() => void save()}
        onClose={onClose}
      />
      <UnsavedGuard dirty={dirty} params={editorParams} />
      {secrets.first && (
        <SecretDialog
          key={secrets.first.secret}
          title={texts.secretTitle}
          warning={texts.secretOnce(OLD_SECRET_HOURS)}
          name={texts.secretName}
          secret={secrets.first.secret}
          publicPart={{ label: texts.secretOf, text: secrets.first.url }}
          texts={{ copy: texts.copy, copySecret: texts.copySecret, done: texts.done }}
          onClose={() => {
            secrets.seen()
            if (made !== null) leave(made)
          }}
        />
      )}
    </chakra.section>
  )
}
