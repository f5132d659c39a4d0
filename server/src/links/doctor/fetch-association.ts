import type { Getter } from '../../platform/net/outbound/create-getter.ts';
import { error, type LinkCheck, warning } from './link-check.ts';

/** A file as a phone's maker gets it, or what is wrong with how it is served. */
export interface FetchedAssociation {
  /** Undefined where there is nothing to look into. */
  readonly document: unknown;
  readonly problems: readonly LinkCheck[];
}

interface AssociationFile {
  readonly url: string;
  readonly platform: 'android' | 'ios';
  /** Bytes that are read of it. */
  readonly maxBytes: number;
  readonly types: readonly string[];
}

/** Fetches a file that says which apps open links, as Apple and Google do: by https, without a redirect, as JSON. */
export async function fetchAssociation(getter: Getter, file: AssociationFile): Promise<FetchedAssociation> {
  const about = { platform: file.platform, check: 'association' } as const;
  const broken = (detail: string, fix: string): FetchedAssociation => ({
    document: undefined,
    problems: [error(about, `${file.url}: ${detail}`, fix)],
  });
  if (!file.url.startsWith('https:'))
    return broken('is not https', 'Set PUBLIC_URL to the https address of the service.');
  const answer = await getter.get(file.url, { accept: 'application/json' });
  if (answer.kind !== 'answered')
    return broken(
      answer.reason,
      'The host must answer on the public internet, with a certificate of its name.',
    );
  if (answer.status >= 300 && answer.status < 400)
    return broken(
      `redirects to ${answer.location ?? 'nowhere'}, which is not followed`,
      'Let the proxy pass /.well-known/ on to the service as it is.',
    );
  if (answer.status !== 200)
    return broken(`answers ${answer.status}`, 'Let the proxy pass /.well-known/ on, to everyone.');
  if (answer.isCut || Buffer.byteLength(answer.body) > file.maxBytes)
    return broken(`has more than ${file.maxBytes / 1024} KB`, 'Let fewer apps open links of this host.');
  const document = parse(answer.body);
  if (document === undefined)
    return broken('is not JSON', 'Let the proxy pass /.well-known/ on to the service as it is.');
  if (file.types.includes(answer.contentType)) return { document, problems: [] };
  const detail = `${file.url}: has the content type ${answer.contentType || 'nothing'}`;
  return { document, problems: [warning(about, detail, 'Serve it as application/json.')] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
