export const browser: { program: string; debianPackage: string }
export const pgbouncer: { program: string; debianPackage: string }
export const sshd: { program: string; debianPackage: string }
export function ensureProgram(program: string, debianPackage: string): { ok: boolean; output: string }
