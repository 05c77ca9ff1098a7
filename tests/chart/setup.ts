import { installTools } from '../support/tools.ts'

/** The packages that check the chart; vitest reports no test files when they cannot be installed. */
export async function setup(): Promise<void> {
  await installTools()
}
