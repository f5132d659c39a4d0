/** A verified domain, as visits need it. */
export interface KnownDomain {
  readonly id: string;
  readonly customerId: string;
  readonly host: string;
  readonly fallbackResolver: string | null;
  /** What the file says that proved it; null where a DNS record did. */
  readonly fileProof: string | null;
  /** Whether some of its old paths have a query: only then visits are looked up with theirs. */
  readonly hasQueryPaths: boolean;
}
