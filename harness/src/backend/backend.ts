/** A running service, in this process or another. */
export interface Backend {
  /** Its URL, without a trailing slash. */
  readonly origin: string;
  readonly anonKey: string;
  close(): Promise<void>;
}
