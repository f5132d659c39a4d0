import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { type NewLink, newLink } from '../procedures/new-link-arguments.ts';

const MOST_LINKS = 100_000;

const file = z.strictObject({
  links: z.array(z.record(z.string(), z.unknown())).max(MOST_LINKS, `must be ${MOST_LINKS} or fewer`),
});

/** The links of a file, as arguments. @throws AppError VALIDATION_ERROR naming every link that is wrong, and a slug given twice. */
export function readLinksFile(text: string): NewLink[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  const links = parse(text).flatMap((members, index): NewLink[] => {
    const named = Object.fromEntries(Object.entries(members).map(([name, value]) => [`p_${name}`, value]));
    const read = newLink.safeParse(named);
    if (!read.success) {
      wrong.push(`links.${index}: ${toAppError(read.error).message.replaceAll('p_', '')}`);
      return [];
    }
    const name = nameOfLink(read.data);
    if (seen.has(name)) wrong.push(`links.${index}: ${name} is given twice`);
    seen.add(name);
    return [read.data];
  });
  if (wrong.length > 0) throw new AppError('VALIDATION_ERROR', wrong.join('\n'));
  return links;
}

/** A link as people tell it from others. */
export function nameOfLink({ p_domain, p_slug }: Pick<NewLink, 'p_domain' | 'p_slug'>): string {
  return p_domain === null ? p_slug : `${p_domain}/${p_slug}`;
}

function parse(text: string): Record<string, unknown>[] {
  try {
    return file.parse(JSON.parse(text)).links;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw new AppError('VALIDATION_ERROR', 'the file is not JSON');
    throw toAppError(thrown);
  }
}
