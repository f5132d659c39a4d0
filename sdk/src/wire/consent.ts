/** What a person was asked and has said, as events carry it; a member left out is not stated. */
export interface ConsentStatement {
  /** Whether the laws of the European Economic Area hold for the person. */
  eea?: boolean;
  /** Whether data about them may be sent to ad networks. */
  ad_user_data?: boolean;
  /** Whether it may be used to choose the ads that they see. */
  ad_personalization?: boolean;
}

const MEMBERS = ['eea', 'ad_user_data', 'ad_personalization'] as const;

/** The members of a statement that are right; undefined if there is none, which states nothing. */
export function readConsent(value: unknown): ConsentStatement | undefined {
  const stated = MEMBERS.flatMap((name) => {
    const said = (value as ConsentStatement | null | undefined)?.[name];
    return typeof said === 'boolean' ? [[name, said] as const] : [];
  });
  return stated.length > 0 ? Object.fromEntries(stated) : undefined;
}
