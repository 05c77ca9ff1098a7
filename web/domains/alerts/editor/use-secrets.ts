import { useState } from 'react'
import { alertScreenMessages as texts } from '#shared/domains/alerts/screen-messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { rotateAlertSecretMutation, type Rule } from '../operations.ts'

export interface ShownSecret {
  secret: string
  /** The address of the webhook. */
  url: string
}

/** Makes secrets of webhooks. The oldest that was not seen is shown; nothing keeps them. */
export function useSecrets(reread: () => void) {
  const { run, running } = useAction(rotateAlertSecretMutation, { failure: texts.secretFailed })
  const [shown, setShown] = useState<ShownSecret[]>([])
  const make = async (rule: Rule, targetId: string) => {
    const data = await run({ id: rule.id, targetId })
    const url = rule.to.find(({ id }) => id === targetId)?.address ?? ''
    if (data) setShown((before) => [...before, { secret: data.rotateAlertSecret.secret, url }])
  }
  return {
    make,
    running,
    /** Those of webhooks that the rule has got by being saved. */
    async makeNew(rule: Rule, known: ReadonlySet<string>): Promise<void> {
      for (const { id, kind } of rule.to) if (kind === 'webhook' && !known.has(id)) await make(rule, id)
    },
    first: shown[0] ?? null,
    seen() {
      setShown((before) => before.slice(1))
      reread()
    },
  }
}
