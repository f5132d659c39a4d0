import type { Person, Tenant } from './test-tenant.ts';

export interface MadeInvitation {
  readonly invitation_id: string;
  readonly token: string;
  readonly url: string;
  readonly expires_at: number;
}

/** Has the tenant's owner invite an e-mail address into the tenant's team as a viewer; `args` override that. */
export async function invite(
  { owner, teamId }: Pick<Tenant, 'owner' | 'teamId'>,
  email: string,
  args: Record<string, unknown> = {},
): Promise<MadeInvitation> {
  const response = await owner.rpc('create_invitation', {
    p_team_id: teamId,
    p_email: email,
    p_role: 'viewer',
    ...args,
  });
  if (!response.ok) throw new Error(`no invitation: ${response.status} ${await response.text()}`);
  return (await response.json()) as MadeInvitation;
}

/** Invites a user and has them accept. A session without an account then works in this one. */
export async function join(
  tenant: Pick<Tenant, 'owner' | 'teamId'>,
  person: Person,
  args: Record<string, unknown> = {},
): Promise<Response> {
  const { token } = await invite(tenant, person.email, args);
  return person.rpc('accept_invitation', { p_token: token });
}
