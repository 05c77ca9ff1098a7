/** Roles in an account: owners alone change its members and settings (contract section 8). */
export const accountRoles = ['owner', 'member'] as const
export type AccountRole = (typeof accountRoles)[number]
