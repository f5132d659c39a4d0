import { z } from 'zod';
import { scenarioSchema } from './scenario-schema.ts';

/** The JSON Schema of scenario files, for editors. */
export function scenarioJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(scenarioSchema, { io: 'input' }), null, 2)}\n`;
}

/** `harness schema`: prints the JSON Schema of scenario files. */
export async function runSchemaCommand(): Promise<number> {
  process.stdout.write(scenarioJsonSchema());
  return 0;
}
