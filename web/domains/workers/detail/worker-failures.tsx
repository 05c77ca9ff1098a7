import { RestartFailure, useFailureFix } from '#web/domains/failures/restart-failure.tsx'
import type { OpenFailure, OpenFailures } from '#web/lib/failures/use-open-failures.ts'
import { FailingPanel } from '#web/ui/page/open-failures.tsx'

export interface WorkerFailuresProps {
  type: string
  failures: OpenFailures
}

const readsOn = () => undefined

/** Why tasks of a worker fail now, each cause with its restart. The list is read on by itself after one. */
export function WorkerFailures(props: WorkerFailuresProps) {
  return <FailingPanel {...props} actionOf={(failure) => <Restart failure={failure} />} />
}

function Restart({ failure: { id, title } }: { failure: OpenFailure }) {
  return <RestartFailure failureId={id} title={title} fix={useFailureFix(id)} onChanged={readsOn} />
}
