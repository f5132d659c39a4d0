const RUNNING_MS = 2000;

/** How soon to ask for jobs again, in ms: only while a file is being worked on. */
export const whileRunning = (items: readonly { readonly status: string }[] | undefined): number | null =>
  items?.some(({ status }) => status === 'processing') ? RUNNING_MS : null;
