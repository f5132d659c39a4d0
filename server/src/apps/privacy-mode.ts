import { z } from 'zod';

/**
 * `strict` stores no advertising id and no id of the system's, masks networks to /16 and /32, attributes by identified
 * clicks alone, and sends ad networks nothing without the user's stated consent.
 */
export const privacyMode = z.enum(['standard', 'strict'], 'must be standard or strict');
