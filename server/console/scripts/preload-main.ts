import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Has the page load the console's main part beside its start, which would name it only once it runs. */
export function preloadMain(): Plugin {
  return {
    name: 'preload-main',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const main = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/src/main.tsx')),
        );
        if (main?.type !== 'chunk') throw new Error('The console has no chunk for main.tsx.');
        return [main.fileName, ...main.imports]
          .filter((file) => !html.includes(file))
          .map(
            (file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
              injectTo: 'head',
            }),
          );
      },
    },
  };
}
