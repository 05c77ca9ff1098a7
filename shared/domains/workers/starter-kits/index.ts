import csharp from './csharp.cs?raw'
import nodejs from './nodejs.mjs?raw'

/**
 * Complete worker programs, by the tab that shows them. They use the protocol of
 * docs/platform-contract.md#worker-protocol; a test runs the one for Node.js unchanged.
 */
export const starterKits = [
  { title: 'NodeJS', language: 'javascript', code: nodejs },
  { title: 'C# .NET', language: 'csharp', code: csharp },
] as const
