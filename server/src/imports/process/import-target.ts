/** Where rows are imported to, and what they are from. */
export interface ImportTarget {
  readonly customerId: string;
  readonly appId: string;
  readonly jobId: string;
  /** The name of the source. */
  readonly platform: string;
}
