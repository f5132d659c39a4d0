import type { InputOf } from '../client/procedures.ts';

type Channel = NonNullable<InputOf<'create_campaign'>['p_channel']>;

/** Every channel with its name. The compiler asks for one that is missing. */
const NAMES: Record<Channel, string> = {
  messaging_app: 'Messaging app',
  ussd: 'USSD',
  qr_code: 'QR code',
  influencer: 'Influencer',
  social_a: 'Social A',
  search_ads: 'Search ads',
  social_b: 'Social B',
  social_c: 'Social C',
  sms: 'SMS',
  email: 'E-mail',
  organic: 'Organic',
  push_notification: 'Push notification',
  referral: 'Referral',
  unknown: 'Unknown',
};

/** The channels to choose from. */
export const CHANNELS: readonly { readonly id: Channel; readonly name: string }[] = (
  Object.entries(NAMES) as [Channel, string][]
).map(([id, name]) => ({ id, name }));

/** A field of a form as a channel; undefined where none was chosen. */
export const channelOf = (text: string | undefined): Channel | undefined =>
  CHANNELS.find(({ id }) => id === text)?.id;

/** As a person reads a channel; what is none stays as it is. */
export const nameOfChannel = (channel: string): string => NAMES[channel as Channel] ?? channel;
