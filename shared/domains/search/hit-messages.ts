const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What is said of a hit that has no description. */
export const hitSentences = {
  plan: (version: number) => `Version ${version}`,
  worker: (aliases: number) => counted(aliases, 'alias', 'aliases'),
  alias: (worker: string) => `Alias of ${worker}`,
  team: (members: number) => counted(members, 'member', 'members'),
  cluster: (deployments: number) => counted(deployments, 'deployment', 'deployments'),
} as const
