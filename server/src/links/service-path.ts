/** Names below a domain that the service keeps to itself: a link of such a name is found below `/l/`. */
export const SERVICE_NAMES = [
  'api',
  'functions',
  'healthz',
  'internal',
  'metrics',
  'readyz',
  'rest',
  'trpc',
  'v1',
] as const;

const OF_SERVICE = new RegExp(`^/(?:\\.well-known|${SERVICE_NAMES.join('|')}|[lL]/[^/?]+/qr)(?:[/?]|$)`);

/** Whether the service answers a path on every host that is a domain: no link is found there. @param path `/v1/x?y=1` */
export function isServicePath(path: string): boolean {
  return OF_SERVICE.test(path);
}
