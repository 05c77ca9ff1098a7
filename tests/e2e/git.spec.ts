import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gitopsMessages as texts } from '#shared/domains/clusters/gitops-messages.ts'
import { expectAccessible, wide } from './expect-accessible.ts'
import { expect, test as base } from './own-stack.ts'
import { ClustersPage } from './pages/clusters-page.ts'
import { DeploymentPage } from './pages/deployment-page.ts'

const git = promisify(execFile)

/** A product that publishes its deployments in a repository of its own. */
const test = base.extend<object, { repository: string }>({
  repository: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'console-git-'))
      const repository = path.join(folder, 'fleet.git')
      await git('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository])
      await use(repository)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ repository }, use) => {
      await use({ FLUX_GIT_URL: `file://${repository}` })
    },
    { scope: 'worker' },
  ],
})
test.use({ viewport: wide })

test('a deployment says whether the repository has it; one that is refused is published again', async ({
  page,
  api,
  repository,
}) => {
  const teamId = await api.create('teams', { name: 'Rail' })
  const workerId = await api.create('workers', { name: 'Scale', teamId })
  const clusterId = await api.create('clusters', { name: 'Hall' })
  const deploy = { clusterId, workerId, alias: 'scale', dockerTag: '1.0.0' }
  const id = await api.create('deployments', deploy)
  const panel = page.getByRole('region', { name: texts.title, exact: true })
  await new DeploymentPage(page).goto(clusterId, id)
  await expect(panel.getByText(texts.published)).toBeVisible({ timeout: 20_000 })
  const { stdout: head } = await git('git', ['-C', repository, 'rev-parse', 'main'])
  await expect(panel.getByTitle(head.trim())).toBeVisible()
  const { stdout: files } = await git('git', ['-C', repository, 'ls-tree', '-r', '--name-only', 'main'])
  await expect(panel.getByText(files.trim())).toBeVisible()
  await expectAccessible(page)

  // The repository is away: the change waits, with the reason.
  await rename(repository, `${repository}.away`)
  await api.change(`deployments/${id}`, { ...deploy, dockerTag: '2.0.0' })
  await page.reload()
  await expect(panel.getByRole('status').getByText(/does not appear to be a git repository/)).toBeVisible({
    timeout: 20_000,
  })
  await expect(panel.getByText(texts.waiting(1))).toBeVisible()
  await expectAccessible(page)
  await new ClustersPage(page).gotoCluster(clusterId)
  await expect(page.getByRole('row').getByText(texts.pending)).toBeVisible()

  // Pressed at once: the next try of the platform may publish the change too.
  await new DeploymentPage(page).goto(clusterId, id)
  const again = panel.getByRole('button', { name: texts.again })
  await expect(again).toBeEnabled()
  await rename(`${repository}.away`, repository)
  await again.click()
  await expect(panel.getByText(texts.published)).toBeVisible({ timeout: 20_000 })
  const { stdout: content } = await git('git', ['-C', repository, 'show', `main:${files.trim()}`])
  expect(content).toContain('2.0.0')
})
