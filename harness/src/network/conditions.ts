/** What a network does to requests. Shares are from 0 to 1; times in ms. */
export type Condition =
  /** No network, and the device knows it. */
  | { readonly kind: 'offline' }
  /** No network every other period; the device knows it. */
  | { readonly kind: 'flapping'; readonly periodMs: number }
  /** The device is on a mobile network. */
  | { readonly kind: 'cellular' }
  /** Requests take that much longer each way. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** The request is lost: it never reaches the service, and no answer comes. */
  | { readonly kind: 'lose-requests'; readonly share: number }
  /** The service commits, but its answer is lost. */
  | { readonly kind: 'lose-answers'; readonly share: number }
  /** A page of a hotel's or an airport's network answers everything with 200 and HTML. */
  | { readonly kind: 'captive-portal' }
  /** All devices of a carrier leave through that address. */
  | { readonly kind: 'carrier-nat'; readonly address: string }
  /** The service's name does not resolve. */
  | { readonly kind: 'dns-failure' }
  /** Something in front of the service, or the service itself, answers with that status. */
  | {
      readonly kind: 'status';
      readonly status: 413 | 429 | 500 | 503;
      readonly share: number;
      readonly retryAfterSeconds?: number;
    }
  /** A proxy answers 413 to bodies larger than that many bytes. */
  | { readonly kind: 'body-limit'; readonly bytes: number }
  /** A proxy removes the Content-Encoding header and leaves the body compressed. */
  | { readonly kind: 'strip-encoding' };
