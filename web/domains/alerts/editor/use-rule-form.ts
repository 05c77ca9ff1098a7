import { useState } from 'react'
import { useMutation, type CombinedError } from 'urql'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { failText, isReported } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import type { RulePreset } from '../alert-params.ts'
import {
  createAlertMutation,
  testAlertMutation,
  updateAlertMutation,
  type Rule,
  type TestAnswer,
} from '../operations.ts'
import {
  ruleBodyOf,
  formFaults,
  ruleFormOf,
  hasAddress,
  isSameForm,
  newForm,
  type FormFaults,
} from '../rule-form.ts'

const none: FormFaults = {}

/** The form of a rule with what is done with it; faults of a refused call stand at their fields. */
export function useRuleForm(rule: Rule | null, preset: RulePreset) {
  const { state } = useSession()
  const email = state.phase === 'known' ? signedInUser(state.view)?.user.email : undefined
  const [base, setBase] = useState(() => (rule ? ruleFormOf(rule) : newForm(preset, email)))
  const [form, setForm] = useState(base)
  const [faults, setFaults] = useState(none)
  const [answers, setAnswers] = useState<{ at: number; list: TestAnswer[] } | null>(null)
  const [creating, create] = useMutation(createAlertMutation)
  const [updating, update] = useMutation(updateAlertMutation)
  const [testing, test] = useMutation(testAlertMutation)

  /** Whether the form can be sent; what is missing is said at its field. */
  const isComplete = () => {
    const missing: FormFaults = {
      ...(form.name.trim() === '' && { name: texts.noName }),
      ...(!hasAddress(form) && { to: texts.noAddress }),
    }
    setFaults(missing)
    return Object.keys(missing).length === 0
  }
  const refuse = (prefix: string, error: CombinedError | undefined) => {
    const found = formFaults(form, error?.graphQLErrors[0]?.extensions['faults'])
    if (found) setFaults(found)
    else if (!isReported(error)) toast.error(failText(prefix, error))
  }

  return {
    form,
    faults,
    answers,
    isDirty: !isSameForm(form, base),
    saving: creating.fetching || updating.fetching,
    testing: testing.fetching,
    change(next: typeof form) {
      setForm(next)
      setFaults(none)
      setAnswers(null)
    },
    /** Sets what was stored as a draft of the form. */
    restore: setForm,
    /** The saved rule; null where that failed and was reported. */
    async save(): Promise<Rule | null> {
      if (!isComplete()) return null
      const body = ruleBodyOf(form)
      const { data, error } = rule
        ? await update({ id: rule.id, rule: body }).then((result) => ({
            ...result,
            data: result.data?.updateAlert,
          }))
        : await create({ rule: body }).then((result) => ({ ...result, data: result.data?.createAlert }))
      if (error || !data) {
        refuse(texts.saveFailed, error)
        return null
      }
      const stored = ruleFormOf(data)
      setBase(stored)
      setForm(stored)
      toast.success(texts.saved(data.name))
      return data
    },
    async sendTest(): Promise<void> {
      if (!isComplete()) return
      setAnswers(null)
      const { data, error } = await test({ rule: { ...ruleBodyOf(form), ...(rule && { ruleId: rule.id }) } })
      if (error || !data) refuse(texts.testFailed, error)
      else setAnswers({ at: Date.now(), list: data.testAlert })
    },
  }
}
