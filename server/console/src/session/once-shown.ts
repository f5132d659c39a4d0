/** Settles when somebody sees the page: at once, unless the browser loads it ahead of its visitor, who may never come. */
export function onceShown(): Promise<void> {
  const isAhead = 'prerendering' in document && document.prerendering === true;
  return isAhead
    ? new Promise((resolve) => {
        document.addEventListener('prerenderingchange', () => resolve(), { once: true });
      })
    : Promise.resolve();
}
