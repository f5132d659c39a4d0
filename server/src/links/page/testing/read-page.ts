const unescaped = (text: string) =>
  text.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => {
    const found = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }[entity];
    return found ?? entity;
  });

/** The buttons of a page: where each leads, by what it says. */
export const buttonsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href = '', label = '']) => [
      label,
      unescaped(href),
    ]),
  );

/** What a page says of itself in its head, by name. */
export const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)].map(([, name, text = '']) => [
      name,
      unescaped(text),
    ]),
  );
