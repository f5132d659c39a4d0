/** Calls `listener` with every event of a type; returns a function that stops it. */
export function listen<Given extends Event>(
  target: EventTarget,
  type: string,
  listener: (event: Given) => void,
): () => void {
  const onEvent = (event: Event) => listener(event as Given);
  target.addEventListener(type, onEvent);
  return () => target.removeEventListener(type, onEvent);
}
