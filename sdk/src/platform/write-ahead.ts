/** Texts that are stored within the call, for a page that may end at any moment. Never throws. */
export interface WriteAhead {
  put(id: string, text: string): void;
  remove(id: string): void;
  /** What is stored, in the order of the ids. */
  all(): { id: string; text: string }[];
}
