import { execFileSync } from 'node:child_process'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { evidence } from '../support/evidence.ts'
import { createGitBed, createRemote, type GitBed, type Remote } from '../support/gitops.ts'
import { seededRandom } from '../support/random.ts'

/**
 * Check 93: the repository of Flux is of another house. Whatever happens there (others commit to the same files, it is
 * away, its history is rewritten, a hook refuses), no change of a deployment is lost, the deployment says what happened,
 * and the repository ends with the latest state.
 */

const SECRET = 'marked-secret-4f1c'
let remote: Remote
let bed: GitBed
/** Changes that were made, by the subject of their commits. */
let made = 0

beforeAll(async () => {
  remote = await createRemote()
  remote.commit({ 'README.md': 'Fleet\n' })
  bed = await createGitBed(remote)
})
beforeEach(() => remote.hook(null))
afterAll(() => bed.close())

const create = async (body: object = {}) => {
  made += 1
  return bed.create({ environment: { PASSWORD: SECRET }, ...body })
}
async function scale(id: string, replicaCount: number): Promise<void> {
  made += 1
  expect((await bed.send('put', `deployments/${id}`, { replicaCount })).replicaCount).toBe(replicaCount)
}
const replicasIn = (id: string) =>
  parse(remote.file(`clusters/${bed.clusterId}/${id}.yaml`)).spec.values.replicaCount as number
const fileOf = (id: string) => `clusters/${bed.clusterId}/${id}.yaml`

test('others commit to the same file: the deployment wins, and says what it has replaced', async () => {
  const { _id } = await create()
  await bed.settle()
  const edited = remote.file(fileOf(_id)).replace('replicaCount: 1', 'replicaCount: 99')
  const theirs = remote.commit({ [fileOf(_id)]: edited, 'apps/other.yaml': 'kept: true\n' })
  await scale(_id, 3)
  expect(await bed.settle()).toBeNull()
  expect(replicasIn(_id)).toBe(3)
  expect(await bed.told(_id)).toMatchObject({
    state: 'published',
    found: { commit: theirs, author: 'Otto', rewritten: false },
  })
  // Without a change of the deployment it is written again, too; their commits stay in the history.
  const again = remote.commit({ [fileOf(_id)]: edited })
  await bed.settle()
  expect(replicasIn(_id)).toBe(3)
  expect((await bed.told(_id)).found.commit).toBe(again)
  expect(remote.log()[0]).toBe(`workforce-console | Written again after ${again.slice(0, 7)} of Otto`)
  expect(remote.git('branch', '--contains', theirs)).toContain('main')
  expect(remote.file('apps/other.yaml')).toBe('kept: true\n')
  // Who insists is not overwritten every minute.
  remote.commit({ [fileOf(_id)]: edited })
  await bed.settle(61_000)
  expect(replicasIn(_id)).toBe(99)
  await bed.settle(121_000)
  expect(replicasIn(_id)).toBe(3)
})

test('a commit comes between fetch and push: the changes are put upon it', async () => {
  const { _id } = await create()
  const identity = 'GIT_AUTHOR_NAME=Otto GIT_AUTHOR_EMAIL=o@x GIT_COMMITTER_NAME=Otto GIT_COMMITTER_EMAIL=o@x'
  remote.beforePush(
    `git update-ref refs/heads/main $(${identity} git commit-tree -p main -m faster 'main^{tree}')`,
  )
  expect(await bed.settle()).toBeNull()
  expect(remote.log().slice(0, 2)).toEqual([expect.stringContaining('Created'), 'Otto | faster'])
  expect(await bed.told(_id)).toMatchObject({ state: 'published', commit: remote.head(), found: null })
})

test('an outage: changes wait with the reason, and are published in order after it', async () => {
  const { _id } = await create()
  await bed.settle()
  renameSync(remote.bare, `${remote.bare}-away`)
  await scale(_id, 2)
  await scale(_id, 5)
  expect(await bed.settle()).toMatch(/does not (?:appear to be a git repository|exist)/)
  const waiting = await bed.told(_id)
  expect(waiting).toMatchObject({
    state: 'pending',
    changes: 2,
    reason: expect.stringContaining('fleet.git'),
  })
  expect(Date.parse(waiting.nextTry)).toBeGreaterThan(Date.parse(waiting.since))
  renameSync(`${remote.bare}-away`, remote.bare)
  expect(await bed.settle()).toBeNull()
  expect(remote.log().slice(0, 2)).toEqual([
    expect.stringContaining('Replica Count 2 → 5'),
    expect.stringContaining('Replica Count 1 → 2'),
  ])
  expect(await bed.told(_id)).toMatchObject({ state: 'published', reason: null, changes: 0 })
})

test('a force push: the state is written again, also that of deleted deployments', async () => {
  const kept = await create()
  const gone = await create()
  await bed.settle()
  const before = remote.head()
  await scale(kept._id, 4)
  await bed.send('delete', `deployments/${gone._id}`)
  made += 1
  await bed.settle()
  expect(remote.files()).not.toContain(fileOf(gone._id))
  remote.git('update-ref', 'refs/heads/main', before)
  expect(await bed.settle()).toBeNull()
  expect(replicasIn(kept._id)).toBe(4)
  expect(remote.files()).not.toContain(fileOf(gone._id))
  expect(await bed.told(kept._id)).toMatchObject({ state: 'published', found: { rewritten: true } })
  // It was rewound while a change waited: no commit of before comes back.
  const head = remote.head()
  await scale(kept._id, 6)
  remote.beforePush(`git update-ref refs/heads/main ${before}~1`)
  await bed.settle()
  expect(replicasIn(kept._id)).toBe(6)
  expect(remote.git('log', '--format=%H', 'main')).not.toContain(head)
})

test('a hook that refuses: said in its words on that deployment only, and tried again', async () => {
  const [refused, other] = [await create(), await create()]
  await bed.settle()
  remote.hook(
    `while read old new ref; do
       git diff --name-only $old $new | grep -q ${refused._id} &&
       git show $new:${fileOf(refused._id)} | grep -q 'replicaCount: 50' &&
       printf '\\033[31mPolicy 7: at most 20 replicas\\033[0m\\n' >&2 && exit 1
     done; exit 0`,
  )
  await scale(refused._id, 50)
  await scale(other._id, 2)
  await bed.settle()
  expect(await bed.told(refused._id)).toMatchObject({
    state: 'refused',
    reason: 'Policy 7: at most 20 replicas',
    changes: 1,
  })
  expect(await bed.told(other._id)).toMatchObject({ state: 'published' })
  // The next change is what the hook wants.
  await scale(refused._id, 20)
  await bed.settle()
  expect(await bed.told(refused._id)).toMatchObject({ state: 'published', reason: null, changes: 0 })
  expect(replicasIn(refused._id)).toBe(20)
  // Refused again, the hook is gone, and a user asks for it.
  await scale(refused._id, 50)
  await bed.settle()
  remote.hook(null)
  await bed.gitops.settle()
  expect(await bed.told(refused._id)).toMatchObject({ state: 'refused' })
  await bed.send('post', `deployments/${refused._id}/publish`)
  await bed.gitops.settle()
  expect(await bed.told(refused._id)).toMatchObject({ state: 'published' })
})

test('a broken working copy is made again; a process that dies after its push publishes nothing twice', async () => {
  const { _id } = await create()
  await bed.settle()
  const copy = path.join(bed.folder, 'copy.git')
  for (const name of readdirSync(path.join(copy, 'objects')))
    rmSync(path.join(copy, 'objects', name), { recursive: true })
  writeFileSync(path.join(copy, 'HEAD'), 'broken')
  await scale(_id, 7)
  expect(await bed.settle()).toBeNull()
  expect(replicasIn(_id)).toBe(7)
  await scale(_id, 8)
  await scale(_id, 9)
  const saved = await bed.platform.pool.query('select * from gitops_changes')
  const files = await bed.platform.pool.query('select deployment_id, blob, commit from gitops_files')
  await bed.settle()
  const head = remote.head()
  for (const row of saved.rows) await insertChange(row)
  for (const { deployment_id: id, blob, commit } of files.rows)
    await bed.platform.pool.query('update gitops_files set blob = $2, commit = $3 where deployment_id = $1', [
      id,
      blob,
      commit,
    ])
  await bed.settle()
  expect(remote.head()).toBe(head)
  expect(await bed.told(_id)).toMatchObject({ state: 'published', changes: 0, found: null, commit: head })
})

async function insertChange(row: Record<string, unknown>): Promise<void> {
  const { id: _id, ...columns } = row
  const names = Object.keys(columns)
  await bed.platform.pool.query(
    `insert into gitops_changes (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(columns),
  )
}

test('any order of faults: no change is lost, and the repository ends with the latest state', async () => {
  const random = seededRandom(93)
  const ids = [(await create())._id, (await create())._id, (await create())._id]
  await bed.settle()
  const wanted = new Map(ids.map((id) => [id, 1]))
  const faults: Record<string, number> = {}
  const act = (name: string, deed: () => void) => {
    faults[name] = (faults[name] ?? 0) + 1
    deed()
  }
  let subjects = 0
  for (let step = 0; step < 14; step += 1) {
    const id = ids[Math.floor(random() * ids.length)]!
    const replicas = 2 + step
    await scale(id, replicas)
    wanted.set(id, replicas)
    subjects += 1
    const dice = Math.floor(random() * 5)
    if (dice === 0)
      act('edits of others', () => void remote.commit({ [fileOf(ids[0]!)]: `edited: ${step}\n` }))
    if (dice === 1) act('hooks that refuse', () => remote.hook('echo Not now >&2; exit 1'))
    if (dice === 2) act('outages', () => renameSync(remote.bare, `${remote.bare}-away`))
    if (dice === 3)
      act('broken copies', () =>
        rmSync(path.join(bed.folder, 'copy.git/objects'), { recursive: true, force: true }),
      )
    await bed.settle(30_000)
    if (dice === 1) remote.hook(null)
    if (dice === 2) renameSync(`${remote.bare}-away`, remote.bare)
  }
  await bed.settle(4_000_000)
  await bed.settle(4_000_000)
  for (const [id, replicas] of wanted) {
    expect(replicasIn(id)).toBe(replicas)
    expect(await bed.told(id)).toMatchObject({ state: 'published', changes: 0 })
  }
  const messages = remote.git('log', '--format=%B', 'main')
  const lost = Array.from({ length: 14 }, (_, step) => step + 2).filter(
    (replicas) => !messages.includes(`→ ${replicas}\n`) && !messages.includes(`→ ${replicas} (`),
  )
  expect(lost).toEqual([])
  const everything = remote.everything()
  expect(everything).not.toContain(SECRET)
  const { rows } = await bed.platform.pool.query(
    'select f::text from gitops_files f union all select r::text from gitops_remote r',
  )
  expect(JSON.stringify(rows)).not.toContain(SECRET)
  expect(execFileSync('git', ['fsck', '--strict'], { cwd: remote.bare }).toString()).not.toMatch(
    /error|missing/,
  )
  evidence({
    check: 93,
    figures: {
      'changes of deployments': made,
      lost: lost.length,
      ...faults,
      'conflicts, rewinds and refusals': 8,
    },
    breaks:
      'a push is forced in the place of its lease on the head that was fetched; the files of the head are not compared with what was published',
  })
})
