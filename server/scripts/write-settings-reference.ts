import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { environment } from '../src/platform/settings/environment.ts';

const FILE = join(import.meta.dirname, '../../docs/running/settings.md');

/** The reference of settings, from the schema of the environment. */
export function settingsReference(): string {
  const rows = Object.entries<z.ZodType>(environment.shape).map(([name, schema]) => row(name, schema));
  return `# Settings

Written by \`npm run settings-reference -w server\` from \`server/src/platform/settings/environment.ts\`.

Settings are environment variables. An empty one counts as not set; an invalid one stops the start with a message that names it.

| Variable | Default | |
|---|---|---|
${rows.join('\n')}
`;
}

function row(name: string, schema: z.ZodType): string {
  const { means, otherwise } = schema.meta() ?? {};
  if (typeof means !== 'string') throw new Error(`${name} does not say what it means`);
  return `| \`${name}\` | ${typeof otherwise === 'string' ? otherwise : `\`${defaultOf(schema)}\``} | ${means} |`;
}

function defaultOf(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined);
  return String(data);
}

if (import.meta.main) await writeFile(FILE, settingsReference());
