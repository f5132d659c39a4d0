import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { toAppError } from '../../to-app-error.ts';
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
    if (seen.has(read.data.p_slug)) wrong.push(`links.${index}: ${read.data.p_slug} is given twice`);
    seen.add(read.data.p_slug);
    return [read.data];
  });
  if (wrong.length > 0) throw new AppError('VALIDATION_ERROR', wrong.join('\n'));
  return links;
}

function parse(text: string): Record<string, unknown>[] {
  try {
    return file.parse(JSON.parse(text)).links;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) throw new AppError('VALIDATION_ERROR', 'the file is not JSON');
    throw toAppError(thrown);
  }
}
