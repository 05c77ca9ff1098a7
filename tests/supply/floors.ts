/** A package, the first acceptable version of each of its release lines, and the fault of earlier ones. */
export interface Floor {
  /**
   * One version per line; a line is a major version. Lines that are not listed must be newer than all of
   * these.
   */
  least: readonly [string, ...string[]]
  why: string
}

/**
 * The findings of `npm audit`, for machines without network access: known vulnerabilities of packages that
 * the console uses or used, up to November 2026. An older copy anywhere in the tree fails the tests.
 */
export const floors: Readonly<Record<string, Floor>> = {
  fastify: {
    least: ['5.12.2'],
    why: 'content types that skip validation (CVE-2026-25223, 3419, 33806), spoofed hosts (3635, 16732)',
  },
  '@fastify/http-proxy': {
    least: ['11.4.4'],
    why: 'a client takes away headers that the proxy has added (CVE-2026-33805)',
  },
  '@fastify/reply-from': { least: ['12.6.2'], why: 'the same, and paths that leave the base' },
  '@fastify/secure-session': { least: ['8.0.0'], why: 'cookies without an age (CVE-2024-31999)' },
  '@fastify/static': { least: ['10.1.3'], why: 'guards passed by %2F and `..` (CVE-2026-6414, 15074, 7120)' },
  '@fastify/websocket': {
    least: ['11.2.0'],
    why: 'a malformed packet ends the process (GHSA-4pcg-wr6c-h9cq)',
  },
  ws: { least: ['8.21.0'], why: 'memory shown (CVE-2026-45736), tiny fragments (48779)' },
  undici: {
    least: ['7.29.0'],
    why: 'smuggled and desynchronised requests (CVE-2026-1525, 15157, 16728), header injection (9679)',
  },
  mercurius: {
    least: ['16.8.0'],
    why: 'no depth limit on subscriptions (CVE-2026-30241), requests of other sites (CVE-2025-64166)',
  },
  'find-my-way': { least: ['9.6.1'], why: 'routes that take for ever (GHSA-c96f-x56v-gq3h)' },
  'fast-uri': {
    least: ['2.4.7', '3.1.8', '4.2.3'],
    why: 'hosts that are read in two ways (GHSA-v39h-62p7-jpjc, 7p8r-x3mc-p8w7, hrr3-gc8f-f4qj)',
  },
  'react-router': { least: ['7.18.2'], why: 'redirects to other sites by `//` and `/\\` (CVE-2026-40181)' },
  'react-router-dom': { least: ['7.18.2'], why: 'as react-router' },
  'js-yaml': {
    least: ['4.3.2'],
    why: 'prototypes changed (CVE-2025-64718), merges that take for ever (53550)',
  },
  yaml: { least: ['1.10.3', '2.8.3'], why: 'deep nesting overflows the stack (CVE-2026-33532)' },
  dompurify: { least: ['3.4.11'], why: 'scripts that get through' },
  'pusher-js': { least: ['8.6.0'], why: 'connections that never come back' },
  'graphql-ws': { least: ['6.4.2'], why: 'the newest when it was chosen' },
  jose: { least: ['6.2.17'], why: 'the newest when it was chosen' },
  'openid-client': { least: ['6.8.9'], why: 'the newest when it was chosen' },
  graphql: { least: ['16.15.0'], why: 'the newest when it was chosen' },
}

/** Packages that must not be installed, not even as dependencies of others. */
export const unwanted: Readonly<Record<string, string>> = {
  'json-logic-js': 'conditions reach prototypes; the engine has an evaluator of its own',
}

/**
 * Copies inside packages, which no lock file lists: file, version text, and why the copy is accepted. Another
 * text means that the package has changed and the reason has to be checked again.
 */
export const carried: readonly { file: string; says: string; why: string }[] = [
  {
    file: 'monaco-editor/esm/vs/base/browser/dompurify/dompurify.js',
    says: 'DOMPurify 3.1.7',
    why: "below the floor of dompurify; it sees hovers of the console's own YAML schema only, and the content policy allows no inline script",
  },
]
