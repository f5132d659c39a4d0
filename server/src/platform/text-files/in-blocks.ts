import { setImmediate as yieldToRequests } from 'node:timers/promises';

/** Characters; the shortest rows of so few take a few ms. */
const BLOCK = 1024;

/** A text in small blocks, between which other requests are served. */
export async function* inBlocks(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const portion of text) {
    for (let from = 0; from < portion.length; from += BLOCK) {
      yield portion.slice(from, from + BLOCK);
      await yieldToRequests();
    }
  }
}
