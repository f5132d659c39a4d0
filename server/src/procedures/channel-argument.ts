import { CHANNELS } from '@tributary/sdk/wire/event';
import { z } from 'zod';

/** Where a click comes from. */
export const channel = z.enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`);
