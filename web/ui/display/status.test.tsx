import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { taskStatuses } from '#shared/domains/tasks/constants.ts'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { renderThemed } from '#tests/support/render.tsx'
import { StatusBadge } from './status.tsx'

const statuses = [...new Set([...taskStatuses, ...workqueueStatuses])]

describe('StatusBadge', () => {
  it('says each status by word and icon, never by colour alone', () => {
    for (const status of statuses) {
      const { unmount } = renderThemed(<StatusBadge status={status} />)
      expect(screen.getByText(status).querySelector('svg')).not.toBeNull()
      unmount()
    }
  })

  it('gives statuses that mean different things different icons', () => {
    const shapes = statuses.map((status) => {
      const { container, unmount } = renderThemed(<StatusBadge status={status} />)
      const shape = container.querySelector('svg')?.innerHTML
      unmount()
      return shape
    })
    // `ended` of a task and `completed` of a workqueue are the same good end.
    expect(new Set(shapes).size).toBe(statuses.length - 1)
  })

  it('shows a status it does not know by its own word', () => {
    renderThemed(<StatusBadge status="paused" />)
    expect(screen.getByText('paused').querySelector('svg')).not.toBeNull()
  })
})
