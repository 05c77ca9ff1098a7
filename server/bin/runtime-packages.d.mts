export const external: string[]
export function copyRuntimePackages(target: string): void
