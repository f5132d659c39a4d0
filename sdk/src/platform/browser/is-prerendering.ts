/** Whether the browser loads the page ahead of its visitor, who may never come. */
export const isPrerendering = (): boolean =>
  !!(globalThis.document as { prerendering?: boolean } | undefined)?.prerendering;
