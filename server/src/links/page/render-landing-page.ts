import { clipboardText } from '../clipboard-code.ts';
import { isRightToLeft, type Language } from '../page-content/languages.ts';
import type { PageContent } from '../page-content/page-content.ts';
import { PAGE_TEXTS, type PageTexts } from '../page-content/page-texts.ts';
import { escapeHtml } from './escape-html.ts';
import type { PageActions } from './page-actions.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** Everything that a landing page is made of. */
export interface LandingPage {
  readonly content: PageContent;
  readonly language: Language;
  readonly actions: PageActions;
  /** The link's own address. */
  readonly url: string;
  /** SVG, of the link's own address; null where nobody would scan it. */
  readonly qrCode: string | null;
  /** What the store's button copies; null for nothing. */
  readonly code: string | null;
}

/** Renders a landing page. Every text of it is escaped here. */
export function renderLandingPage(page: LandingPage): string {
  const { content, language } = page;
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
  return (
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${escapeHtml(content.title)}</title>${metaTags(page)}<style>${PAGE_STYLE}</style></head>` +
    `<body><main>${image(content)}<div class="text"><h1 dir="auto">${escapeHtml(content.title)}</h1>` +
    `${content.description === null ? '' : `<p dir="auto">${escapeHtml(content.description)}</p>`}` +
    `${buttons(page, textsOf(page))}</div></main><script>${PAGE_SCRIPT}</script></body></html>`
  );
}

/** The account's own text where it has one in this language. */
function textsOf({ content, language }: LandingPage): PageTexts {
  return { ...PAGE_TEXTS[language], ...content.texts?.[language] };
}

/** For messengers, and for Safari's banner. */
function metaTags({
  content: { title, description, image: src },
  url,
  actions: { banner },
}: LandingPage): string {
  const described = [
    ['description', description],
    ['twitter:card', src === null ? 'summary' : 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', src],
    ['apple-itunes-app', banner && `app-id=${banner.appId}, app-argument=${banner.url}`],
  ].map(([name, text]) => tag('name', name, text));
  const graph = [
    ['og:type', 'website'],
    ['og:url', url],
    ['og:title', title],
    ['og:description', description],
    ['og:image', src],
  ].map(([name, text]) => tag('property', name, text));
  return [...described, ...graph].join('');
}

function tag(
  kind: 'name' | 'property',
  name: string | null | undefined,
  text: string | null | undefined,
): string {
  return text ? `<meta ${kind}="${name}" content="${escapeHtml(text)}">` : '';
}

function image({ image: src }: PageContent): string {
  if (src === null) return '';
  return `<img class="image" src="${escapeHtml(src)}" alt="" referrerpolicy="no-referrer">`;
}

/** The first button is what most visitors came for: the app where something opens it, else the app's store. */
function buttons({ actions: { open, stores }, qrCode, code }: LandingPage, texts: PageTexts): string {
  const opensApp = open.to === 'app';
  const openButton = button(open.href, opensApp ? texts.open : texts.web, opensApp || stores.length === 0);
  const copies = code === null ? '' : ` data-copy="${escapeHtml(clipboardText(code))}"`;
  const storeButtons = stores.map(({ href, system }, index) => {
    const label = stores.length > 1 ? `${texts.get} (${system})` : texts.get;
    return button(href, label, !opensApp && index === 0, copies);
  });
  // Directly below what it is about.
  const note = code === null || stores.length === 0 ? '' : `<p class="note">${escapeHtml(texts.copies)}</p>`;
  const store = storeButtons.join('') + note;
  const scan = qrCode === null ? '' : `<div class="scan"><p>${escapeHtml(texts.scan)}</p>${qrCode}</div>`;
  return (opensApp ? openButton + store : store + openButton) + scan;
}

function button(href: string, label: string, isFirst: boolean, more = ''): string {
  return `<a${isFirst ? ' class="first"' : ''} href="${escapeHtml(href)}"${more}>${escapeHtml(label)}</a>`;
}
