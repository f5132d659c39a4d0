import { z } from 'zod';

/** What a device's user has stated; a member left out is not stated. */
export const consentItem = z.object({
  eea: z.boolean().optional().describe('Whether the laws of the European Economic Area hold for the person.'),
  ad_user_data: z.boolean().optional().describe('Whether data about them may be sent to ad networks.'),
  ad_personalization: z.boolean().optional().describe('Whether it may be used to choose the ads they see.'),
});
