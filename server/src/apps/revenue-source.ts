import { z } from 'zod';

/**
 * Which revenue of an app its totals and its return on ad spend take. An app that sends an order both as an SDK purchase
 * and through a payment webhook has it in the total twice, unless one of the two is chosen.
 */
export const revenueSource = z.enum(['both', 'payments', 'events'], 'must be both, payments or events');
