import csharp from './csharp.cs?raw'
import nodejs from './nodejs.mjs?raw'

/**
 * Whole workers to begin with, by the tabs that show them (spec section 2). They speak the protocol of contract
 * section 6; the one for Node.js is run by a test as it stands.
 */
export const starterKits = [
  { title: 'NodeJS', language: 'javascript', code: nodejs },
  { title: 'C# .NET', language: 'csharp', code: csharp },
] as const
