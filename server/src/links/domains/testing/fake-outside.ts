import type { Outside } from '../proof/outside.ts';

type Got = Awaited<ReturnType<Outside['files']['get']>>;
/** A page, where it leads if it is a redirect, or `unreachable`. */
type FakePage =
  | { readonly status?: number; readonly body?: string; readonly location?: string }
  | 'unreachable';

/** The internet of a test: its TXT records by name, and its pages by URL. */
export interface FakeOutside extends Outside {
  readonly records: Map<string, readonly string[] | 'unreachable'>;
  readonly pages: Map<string, FakePage>;
  /** What was asked of old services: URLs, with the headers. */
  readonly asked: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[];
  /** What an old service waits for before it answers. */
  beforeAnswer: (url: string) => Promise<void>;
}

/** An internet without names and pages: a name has no records, and a page is 404. */
export function createFakeOutside(): FakeOutside {
  const records: FakeOutside['records'] = new Map();
  const pages: FakeOutside['pages'] = new Map();
  const asked: FakeOutside['asked'] = [];
  const get = async (url: string): Promise<Got> => {
    const page = pages.get(url) ?? { status: 404 };
    if (page === 'unreachable') return { kind: 'unreachable', reason: 'the connection was refused' };
    const { status = 200, body = '', location = null } = page;
    return { kind: 'answered', status, body, location, contentType: 'text/plain', isCut: false };
  };
  const fake: FakeOutside = {
    records,
    pages,
    asked,
    beforeAnswer: () => Promise.resolve(),
    async findTxt(name) {
      const texts = records.get(name) ?? [];
      return texts === 'unreachable' ? { kind: 'unreachable' } : { kind: 'answered', texts };
    },
    files: { get },
    resolvers: {
      async get(url, headers = {}) {
        asked.push({ url, headers });
        await fake.beforeAnswer(url);
        return get(url);
      },
    },
  };
  return fake;
}
