import { CHANNELS } from '@tributary/sdk/wire/event';
import { z } from 'zod';

/** The channel of a link or a campaign. */
export const channel = z.enum(CHANNELS, `must be one of ${CHANNELS.join(', ')}`);
