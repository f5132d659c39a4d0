/** A statement that the tests have sent to PostgreSQL. */
export interface RecordedStatement {
  readonly text: string;
  readonly name?: string;
  /** The file of the product that sent it, from the project's folder on; none if a test did so itself. */
  readonly sender?: string;
  /** What is sent in its place where accounts are on many nodes. */
  readonly onNodes?: string;
  /** Whether the number of its rows was asked for. */
  readonly isCounted?: true;
}
