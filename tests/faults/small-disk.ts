import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A small file system that a test can fill; mounting it needs root. */
export interface SmallDisk {
  folder: string
  /** Uses every free byte but these. */
  fill(leftBytes?: number): void
  freeBytes(): number
  /** Frees them again. */
  free(): void
  remove(): void
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = path.join(folder, 'filler')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    freeBytes,
    fill(leftBytes = 0) {
      for (let size = 1 << 20; size >= 512; size /= 2)
        try {
          while (freeBytes() - size >= leftBytes) appendFileSync(filler, Buffer.alloc(size))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
    },
    free: () => rmSync(filler),
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
