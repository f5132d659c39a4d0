/** Calls `listener` with every event of a type on the page or in the worker; returns a function that stops it. */
export function listen(type: string, listener: (event: Event) => void): () => void {
  // Captured, since not every browser lets the events of the document rise to the window.
  addEventListener(type, listener, true);
  return () => removeEventListener(type, listener, true);
}
