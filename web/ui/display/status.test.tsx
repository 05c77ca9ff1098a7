import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { taskStatuses } from '#shared/domains/tasks/constants.ts'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { renderThemed } from '#tests/support/render.tsx'
import { StatusBadge } from './status.tsx'

const statuses = [...new Set([...taskStatuses, ...workqueueStatuses])]

describe('StatusBadge', () => {
  it('shows each status by word and icon, never only by colour', () => {
    for (const status of statuses) {
      const { unmount } = renderThemed(<StatusBadge status={status} />)
      expect(screen.getByText(status).querySelector('svg')).not.toBeNull()
      unmount()
    }
  })

  it('gives statuses with different meanings different icons', () => {
    const shapes = statuses.map((status) => {
      const { container, unmount } = renderThemed(<StatusBadge status={status} />)
      const shape = container.querySelector('svg')?.innerHTML
      unmount()
      return shape
    })
    // `ended` of a task and `completed` of a workqueue both mean success.
    expect(new Set(shapes).size).toBe(statuses.length - 1)
  })

  it('shows an unknown status by its own word', () => {
    renderThemed(<StatusBadge status="paused" />)
    expect(screen.getByText('paused').querySelector('svg')).not.toBeNull()
  })
})
