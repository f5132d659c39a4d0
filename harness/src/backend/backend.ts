/** A running service, however it is reached. */
export interface Backend {
  /** Where it answers, without a slash at the end. */
  readonly origin: string;
  readonly anonKey: string;
  close(): Promise<void>;
}
