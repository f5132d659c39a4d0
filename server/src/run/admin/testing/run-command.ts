import type { TestService } from '../../../testing/test-service.ts';
import { runAdmin } from '../run-admin.ts';

/** Runs an operator's command on the service's database, and returns what it prints. */
export async function runCommand({ services }: TestService, ...argv: string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin(services.config, argv, (line) => lines.push(line));
  return lines.join('\n');
}
