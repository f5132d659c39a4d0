/** Whether only the machine itself reaches an address. */
export const isLoopback = (service: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(service).hostname);

/** Whether the SDK has to be told that it may send to an address, which has no TLS. */
export const isInsecure = (service: string): boolean => service.startsWith('http:') && !isLoopback(service);
