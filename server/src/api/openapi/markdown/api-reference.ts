import { TAGS } from '../../../platform/http/procedures/procedure-facts.ts';
import type { JsonSchema, SharedSchemas } from '../schemas/json-schema.ts';
import { type Member, membersOf, typeName } from './members-of.ts';

/** The part of the document that the pages are written from. */
interface Source {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: SharedSchemas };
}

interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
}

const NOTE =
  'Written by `npm run api-reference -w server` from the document that a running service has at `/openapi.json`.';

/** The pages of docs/api by file name: one for each tag, and the list of them. */
export function apiReference(document: object): Record<string, string> {
  const { paths, components } = document as Source;
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const pages = Object.entries(TAGS).map(([tag, about]) => {
    const own = all.filter(({ operation }) => operation.tags.includes(tag));
    const sections = own.map(({ path, method, operation }) =>
      section(`${method.toUpperCase()} ${path}`, operation, components.schemas),
    );
    return [`${tag}.md`, `# ${titleOf(tag)}\n\n${NOTE}\n\n${about}\n\n${sections.join('\n')}`] as const;
  });
  const list = Object.entries(TAGS).map(([tag, about]) => `- [${titleOf(tag)}](${tag}.md): ${about}`);
  return { 'README.md': `# API reference\n\n${NOTE}\n\n${list.join('\n')}\n`, ...Object.fromEntries(pages) };
}

function titleOf(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ');
}

function section(request: string, operation: Described, shared: SharedSchemas): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const [media, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const members = [
    ...parameters.map(({ name, schema, required, description: means = '' }) => ({
      path: name,
      type: typeName(schema),
      required,
      means,
    })),
    ...(body ? membersOf(body.schema, shared) : []),
  ];
  const parts = [
    `## ${summary}`,
    `\`${request}\` (\`${operationId}\`)`,
    description,
    `Needs: ${security.map((needed) => Object.keys(needed).join(' and ') || 'nothing').join(', or ') || 'nothing'}.`,
    members.length > 0 ? table(['Argument', 'Type', 'Required', 'Meaning'], members.map(argumentRow)) : '',
    body?.example === undefined ? '' : example(media === 'application/json' ? 'json' : 'text', body.example),
    table(
      ['Status', 'Meaning'],
      Object.entries(responses).map(([status, said]) => [status, said.description]),
    ),
    answer(responses, shared),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function answer(responses: Described['responses'], shared: SharedSchemas): string {
  const given = responses[200]?.content?.['application/json'];
  if (!given) return '';
  const rows = membersOf(given.schema, shared).map(({ path, type, means }) => [`\`${path}\``, type, means]);
  const head = 'The answer:';
  return [
    head,
    rows.length > 0 ? table(['Member', 'Type', 'Meaning'], rows) : '',
    example('json', given.example),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const argumentRow = ({ path, type, required, means }: Member) => [
  `\`${path}\``,
  type,
  required ? 'yes' : '',
  means,
];

function example(language: string, value: unknown): string {
  const text =
    typeof value === 'string' && language === 'text' ? value.trimEnd() : JSON.stringify(value, null, 2);
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), `|${columns.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
