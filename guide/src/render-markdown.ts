import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import { highlightCode } from './highlight-code.ts';
import type { Page } from './read-pages.ts';
import { type ResolvedLink, resolveLink } from './resolve-link.ts';

/** A heading of a page, with the name by which links find it: the one that GitHub gives it. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A page on its way through the renderer. */
interface Rendering {
  readonly source: string;
  headings?: Heading[];
}

interface Renderer {
  readonly markdown: MarkdownIt;
  /** The headings of a page, in order. */
  headingsOf(page: Page): Heading[];
}

/** Renders Markdown as the repository's host does. `onFile` hears of each file that a page links to. */
export function createRenderer(pages: readonly Page[], onFile: (file: string) => void): Renderer {
  const markdown = new MarkdownIt({ html: true, linkify: false, highlight: highlightCode });
  markdown.core.ruler.push('headings', (state) => {
    (state.env as Rendering).headings = nameHeadings(state.tokens);
  });
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    for (const token of tokens.flatMap((each) => each.children ?? [])) {
      const name = { link_open: 'href', image: 'src' }[token.type];
      const target = name && token.attrGet(name);
      if (!target) continue;
      const { source } = env as Rendering;
      const link: ResolvedLink = resolveLink(target, source, pages);
      token.attrSet(name, link.address);
      if (link.file !== undefined) onFile(link.file);
    }
  });
  // A wide table is scrolled by itself, also from the keyboard.
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  return {
    markdown,
    headingsOf({ source, text }) {
      const env: Rendering = { source };
      markdown.parse(text, env);
      return env.headings ?? [];
    },
  };
}

/** Gives every heading its name, and lists them. */
function nameHeadings(tokens: ReturnType<MarkdownIt['parse']>): Heading[] {
  const slugger = new GithubSlugger();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = slugger.slug(text);
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}
