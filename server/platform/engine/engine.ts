import { AppError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Engine, LivePublisher, PlanLookup, RunStore } from './types.ts'

export interface EngineParts {
  store: RunStore
  clock: Clock
  log: Logger
  findPlan: PlanLookup
  publisher: LivePublisher
}

export function createEngine(_parts: EngineParts): Engine {
  const unavailable = () => Promise.reject(new AppError('UNAVAILABLE'))
  return {
    startWorkqueue: unavailable,
    cancelWorkqueue: unavailable,
    restartTask: unavailable,
    start: unavailable,
    stop: () => Promise.resolve(),
  }
}
