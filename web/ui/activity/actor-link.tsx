import { activityMessages as texts } from '#shared/domains/activity/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { TextLink } from '../page/text-link.tsx'
import { activityAddress } from './activity-address.ts'

/** An e-mail address that leads to what its owner has done; plain text on a platform without records. */
export function ActorLink({ actor }: { actor: string }) {
  if (!useFeature('audit')) return actor
  return (
    <TextLink to={activityAddress({ actor })} title={texts.byActor(actor)}>
      {actor}
    </TextLink>
  )
}
