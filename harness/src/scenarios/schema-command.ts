import { z } from 'zod';
import { defineCommand } from '../command-line/command.ts';
import { scenarioSchema } from './scenario-schema.ts';

/** The JSON Schema of scenario files, for editors. */
export function scenarioJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(scenarioSchema, { io: 'input' }), null, 2)}\n`;
}

/** `npm run harness -- schema`: prints the JSON Schema of scenario files. */
export const schemaCommand = defineCommand({
  about: 'The JSON Schema of scenario files, for editors.',
  options: {},
  async run() {
    process.stdout.write(scenarioJsonSchema());
  },
});
