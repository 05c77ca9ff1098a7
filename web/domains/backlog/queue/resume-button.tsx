import { Button } from '@chakra-ui/react'
import { Play } from 'lucide-react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { shortTypeName } from '#shared/domains/tasks/rules.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { resumeQueueMutation } from '../operations.ts'

/** Lets a paused queue go on. */
export function ResumeButton({ type, alias }: { type: string; alias: string }) {
  const resume = useAction(resumeQueueMutation, {
    failure: texts.resumeFailed,
    success: () => texts.resumed(shortTypeName(type)),
  })
  return (
    <Button
      size="sm"
      minH={{ base: '10', sm: '7' }}
      loading={resume.running}
      onClick={() => void resume.run({ type, alias })}
    >
      <Play /> {texts.resume}
    </Button>
  )
}
