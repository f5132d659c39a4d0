import { z } from 'zod';

/** As reports name it. */
export const highConfidenceRate = z
  .number()
  .describe('Share of installs with a confidence score of 80 or more, in percent, to one decimal.');
